// Sends leads to a thread and asks it about all of them. Bounded in time and memory.

import type { Settings } from '@leadline/engine';
import type { Installation } from '../../platform/db/installation.ts';
import { type ScoringJob, saveProgress } from '../rescoring/job-progress.ts';
import { readLeads } from '../rescoring/read-leads.ts';
import { AnalysisThread, TooManyLeads } from './analysis-thread.ts';
import type { ChosenLead } from './thread-messages.ts';

const PROGRESS_MS = 500;
/** Far more than 50,000 leads take on a slow machine. */
const MAX_MS = 15 * 60 * 1000;
/** Reading cuts this into parts that fit. */
const MAX_READ = 1_000;

interface Asked<Question> {
  readonly db: Installation;
  readonly signal: AbortSignal;
  readonly job: ScoringJob;
  readonly settings: Settings | null;
  /** The entry point of the thread. */
  readonly thread: URL;
  readonly chosen: readonly ChosenLead[];
  readonly question: Question;
  /** Whether the thread needs the stored results, too. */
  readonly needsScores: boolean;
}

/** `abandoned` if the job no longer runs, because the account is being deleted. */
export async function analyzeLeads<Question, Answer>(asked: Asked<Question>): Promise<Answer | 'abandoned'> {
  const { db, signal, job, settings, chosen, question } = asked;
  await saveProgress(db, job, { leads: chosen.length, leads_done: 0 });
  const isLate = AbortSignal.timeout(MAX_MS);
  const thread = new AnalysisThread<Question, Answer>(
    asked.thread,
    settings,
    AbortSignal.any([signal, isLate]),
  );
  try {
    return (await sendLeads(thread, asked)) ? await thread.ask(question) : 'abandoned';
  } catch (error) {
    if (isLate.aborted && !signal.aborted) throw new TooManyLeads('it took too long');
    throw error;
  } finally {
    await thread.close();
  }
}

async function sendLeads<Question, Answer>(
  thread: AnalysisThread<Question, Answer>,
  { db, signal, job, chosen, needsScores }: Asked<Question>,
): Promise<boolean> {
  const decidedAt = new Map(chosen.map(({ id, decidedAt }) => [id, decidedAt]));
  const ids = [...decidedAt.keys()];
  let savedAt = performance.now();
  for (let done = 0; done < ids.length; ) {
    signal.throwIfAborted();
    const { leads, count } = await readLeads(db, job.accountId, ids.slice(done, done + MAX_READ));
    done += count;
    await thread.add(
      leads.map(({ id, lead, outcome, scored }) => ({
        id,
        lead,
        outcome,
        decidedAt: decidedAt.get(id) ?? null,
        scored: needsScores ? scored : null,
      })),
    );
    if (performance.now() - savedAt < PROGRESS_MS) continue;
    savedAt = performance.now();
    if (!(await saveProgress(db, job, { leads_done: done }))) return false;
  }
  return saveProgress(db, job, { leads_done: ids.length });
}
