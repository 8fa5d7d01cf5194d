// Fills an account with invented leads, so that whoever looks at Leadline for the first time sees how it is at work. They
// are scored by the same engine and stored in the same way as those that forms send.

import { startAssessor } from '@leadline/assessor';
import { type Assessment, type Lead, score, splitLead } from '@leadline/engine';
import { hasLeads, openPool, type PastLead, setUpDemo, storePastLeads } from '@leadline/server';
import { addColleagues } from './colleagues.ts';
import { decideOutcome } from './decide-outcome.ts';
import { makeLeads } from './make-leads.ts';
import { planWork } from './plan-work.ts';
import { makeRandom } from './random.ts';

type Read = (lead: Lead, now: Date) => Promise<Assessment | null>;

const SEED = 412;
/** Nobody waits for an answer. */
const DEADLINE_MS = 60_000;

/** How many were added: none where the account has leads already. `isRead`: whether the local model reads the messages.
 * `userId`: the member who also gets some of the leads, besides the invented team. */
export async function fillDemo(
  databaseUrl: string,
  accountId: string,
  now: Date,
  isRead = true,
  userId: string | null = null,
): Promise<number> {
  const pool = openPool(databaseUrl, { size: 1, role: 'leadline_worker' });
  try {
    if (await hasLeads(pool, accountId)) return 0;
    const leads = makeLeads(now);
    const random = makeRandom(SEED);
    const workRandom = makeRandom(SEED + 1);
    const colleagues = await addColleagues(databaseUrl, accountId);
    const team = [...colleagues, ...(userId === null ? [] : [userId])];
    const assessments = await withReader(isRead, (read) =>
      Promise.all(leads.map(({ lead, receivedAt }) => read(lead, receivedAt))),
    );
    const past = leads.map(({ lead, receivedAt, source, dealThousands }, place): PastLead => {
      const assessment = assessments[place] ?? null;
      const { grade } = score(lead, { now: receivedAt, assessment }).data;
      const outcome = decideOutcome(random, grade, source, receivedAt, dealThousands, now);
      const work = planWork(workRandom, { grade, receivedAt, outcome }, team, now);
      return { lead, receivedAt, assessment, outcome, work };
    });
    await storePastLeads(pool, accountId, past);
    await setUpDemo(databaseUrl, accountId, colleagues.slice(0, 2));
    return past.length;
  } finally {
    await pool.end();
  }
}

/** On a thread that goes with its memory when all is read. */
async function withReader<T>(isRead: boolean, work: (read: Read) => Promise<T>): Promise<T> {
  if (!isRead) return work(() => Promise.resolve(null));
  const assessor = await startAssessor({ threads: 1, deadlineMs: DEADLINE_MS, onTrouble: () => {} });
  try {
    return await work(async (lead, now) => {
      const clauses = splitLead(lead);
      if (clauses.length === 0) return null;
      const assessment = await assessor.assess(clauses, now);
      return 'missing' in assessment ? null : assessment;
    });
  } finally {
    await assessor.close();
  }
}
