// Scores open leads again by a version of the settings. Each part is committed together with the position it reached, so a
// worker can be killed at any moment and no lead is done twice.

import { sql } from 'kysely';
import { queueForCrm } from '../../leads/record/queue-for-crm.ts';
import { fromUuid } from '../../platform/base/ids.ts';
import { SYSTEM } from '../../platform/db/account-scope.ts';
import {
  type Installation,
  type InstallationTransaction,
  inTransaction,
} from '../../platform/db/installation.ts';
import { readModelVersion } from '../../scoring/models/live-models.ts';
import { readSettingsVersion } from '../../scoring/settings/live-settings.ts';
import { type ActivityData, MAX_ACTIVITIES } from '../../work/activities.ts';
import { RESCORE_LEADS } from './compute-tasks.ts';
import type { JobParts } from './job-parts.ts';
import { finishJob, type ScoringJob, saveProgress } from './job-progress.ts';
import type { RescoredLead } from './on-compute-thread.ts';
import { LEADS_PER_PART, readLeads } from './read-leads.ts';

/** Another worker has taken over, or the account is being deleted. */
class TakenOver extends Error {}

export async function runRescore({ db, compute, signal }: JobParts, job: ScoringJob): Promise<void> {
  const { accountId } = job;
  const settings = await readSettingsVersion(db, accountId, job.version);
  const model = await readModelVersion(db, accountId, job.model_version);
  if (job.leads === null) await saveProgress(db, job, { leads: await countOpen(db, accountId) });
  let position = job.position === null ? null : fromUuid(job.position);
  for (;;) {
    signal.throwIfAborted();
    const ids = await findOpen(db, accountId, position);
    if (ids.length === 0) break;
    const { leads, count } = await readLeads(db, accountId, ids);
    const input = { leads, settings, model };
    const rescored = await compute.run(accountId, RESCORE_LEADS, input, { whenExhausted: 'wait' });
    const reached = ids[count - 1] as string;
    try {
      await inTransaction(db, (trx) => writePart(trx, job, rescored, { from: position, to: reached, count }));
    } catch (error) {
      if (error instanceof TakenOver) return;
      throw error;
    }
    position = reached;
  }
  await finishJob(db, job, {});
}

async function countOpen(db: Installation, accountId: string): Promise<number> {
  const { rows } = await sql<{ leads: number }>`
    select count(*)::integer as leads from leadline.leads l
    where l.account_id = ${accountId} and l.outcome = 'open'`.execute(db);
  return rows[0]?.leads ?? 0;
}

/** Newest first. */
async function findOpen(db: Installation, accountId: string, before: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select l.id from leadline.leads l
    where l.account_id = ${accountId} and l.outcome = 'open' and (${before}::uuid is null or l.id < ${before}::uuid)
    order by l.id desc limit ${LEADS_PER_PART}`.execute(db);
  return rows.map(({ id }) => fromUuid(id));
}

interface Step {
  readonly from: string | null;
  readonly to: string;
  readonly count: number;
}

async function writePart(
  trx: InstallationTransaction,
  job: ScoringJob,
  rescored: readonly RescoredLead[],
  step: Step,
): Promise<void> {
  const { open, addedBytes } = await replaceScores(trx, job.accountId, rescored);
  const changed = open.filter(hasChanged);
  await advance(trx, job, step, changed.length);
  const noted = await addEntries(trx, job.accountId, changed);
  await queueForCrm(
    trx,
    changed.map(({ id }) => ({ account_id: job.accountId, id })),
  );
  // Last, because others who store leads of the account wait for the row.
  await sql`
    update leadline.storage set bytes = bytes + ${addedBytes + noted}::bigint
    where account_id = ${job.accountId}`.execute(trx);
}

/** Leads that have been decided in the meantime keep the score they were decided with. */
async function replaceScores(
  trx: InstallationTransaction,
  accountId: string,
  leads: readonly RescoredLead[],
): Promise<{ readonly open: readonly RescoredLead[]; readonly addedBytes: number }> {
  const { rows } = await sql<{ lead_id: string; added_bytes: number }>`
    select r.lead_id, r.added_bytes from leadline.rescore_leads(${accountId}::uuid,
      ${leads.map(({ id }) => id)}::uuid[], ${leads.map(({ score }) => score)}::smallint[],
      ${leads.map(({ grade }) => grade)}::text[], ${leads.map(({ scoredJson }) => scoredJson)}::text[]) r`.execute(
    trx,
  );
  const replaced = new Set(rows.map(({ lead_id }) => fromUuid(lead_id)));
  return {
    open: leads.filter(({ id }) => replaced.has(id)),
    addedBytes: rows.reduce((sum, { added_bytes }) => sum + added_bytes, 0),
  };
}

const hasChanged = ({ score, grade, previous }: RescoredLead): boolean =>
  score !== previous.score || grade !== previous.grade;

async function advance(
  trx: InstallationTransaction,
  { accountId, jobId }: ScoringJob,
  { from, to, count }: Step,
  changed: number,
): Promise<void> {
  const { numAffectedRows } = await sql`
    update leadline.settings_jobs j
    set position = ${to}, leads_done = j.leads_done + ${count}, leads_changed = j.leads_changed + ${changed}, attempts = 1
    where j.account_id = ${accountId} and j.id = ${jobId} and j.status = 'running'
      and j.position is not distinct from ${from}::uuid`.execute(trx);
  if (numAffectedRows !== 1n) throw new TakenOver();
}

/** Returns what the entries take. A timeline that is full gets no more of them. */
async function addEntries(
  trx: InstallationTransaction,
  accountId: string,
  leads: readonly RescoredLead[],
): Promise<number> {
  if (leads.length === 0) return 0;
  const { rows } = await sql<{ bytes: number }>`
    with noted as (
      insert into leadline.activities (account_id, lead_id, kind, actor, data)
      select ${accountId}, e.lead_id, 'rescored', ${SYSTEM}, e.data::json
      from unnest(${leads.map(({ id }) => id)}::uuid[],
        ${leads.map((lead) => JSON.stringify(describeRescore(lead)))}::text[]) as e (lead_id, data)
      where (
        select count(*) from leadline.activities t where t.account_id = ${accountId} and t.lead_id = e.lead_id
      ) < ${MAX_ACTIVITIES}
      returning leadline.activity_bytes(data) as bytes
    )
    select coalesce(sum(n.bytes), 0)::bigint as bytes from noted n`.execute(trx);
  return rows[0]?.bytes ?? 0;
}

const describeRescore = ({
  version,
  settingsVersion,
  modelVersion,
  score,
  grade,
  previous,
}: RescoredLead): ActivityData['rescored'] => ({
  version,
  settings_version: settingsVersion,
  ...(modelVersion === null ? null : { model_version: modelVersion }),
  score,
  grade,
  previous: previous.score,
  previous_grade: previous.grade,
  previous_version: previous.version,
  previous_settings_version: previous.settingsVersion,
  ...(previous.modelVersion === null ? null : { previous_model_version: previous.modelVersion }),
});
