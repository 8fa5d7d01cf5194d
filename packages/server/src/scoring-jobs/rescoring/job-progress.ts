// The state of backtests, rescores, trainings and looks for drift in the database.

import { type Selectable, sql } from 'kysely';
import { fromUuid } from '../../platform/base/ids.ts';
import type { Installation, InstallationTransaction } from '../../platform/db/installation.ts';
import type { Tables } from '../../platform/db/tables.ts';

export interface JobId {
  readonly accountId: string;
  readonly jobId: string;
}

export type ScoringJob = JobId &
  Pick<
    Selectable<Tables['settings_jobs']>,
    | 'kind'
    | 'version'
    | 'model_version'
    | 'changes'
    | 'typical_deal'
    | 'currency'
    | 'leads'
    | 'position'
    | 'attempts'
  >;

/** How often a worker may crash while it runs a job. */
const MAX_ATTEMPTS = 3;

/** Starts an attempt at the account's oldest unfinished job of these kinds. A job that has brought down workers before is given up. */
export async function openNextJob(
  db: Installation,
  accountId: string,
  kinds: readonly ScoringJob['kind'][],
): Promise<ScoringJob | null> {
  for (;;) {
    const { rows } = await sql<Selectable<Tables['settings_jobs']>>`
      update leadline.settings_jobs j
      set status = 'running', started_at = coalesce(j.started_at, now()), attempts = j.attempts + 1
      where j.account_id = ${accountId} and j.id = (
        select n.id from leadline.settings_jobs n
        where n.account_id = ${accountId} and n.kind = any(${kinds}::text[])
          and n.status in ('queued', 'running')
        order by n.id limit 1
      )
      returning j.*`.execute(db);
    const [row] = rows;
    if (row === undefined) return null;
    const job = { ...row, accountId, jobId: fromUuid(row.id) };
    if (row.attempts <= MAX_ATTEMPTS) return job;
    await failJob(db, job, `interrupted ${MAX_ATTEMPTS} times; please try again later`);
  }
}

/** An attempt that was interrupted on purpose doesn't count as a crash. */
export async function closeAttempt(db: Installation, { accountId, jobId }: JobId): Promise<void> {
  await db
    .updateTable('settings_jobs')
    .set((e) => ({ attempts: e('attempts', '-', 1) }))
    .where('account_id', '=', accountId)
    .where('id', '=', jobId)
    .where('status', '=', 'running')
    .execute();
}

interface Progress {
  readonly leads?: number;
  readonly leads_done?: number;
}

/** Returns false if the job no longer runs, because the account is being deleted. */
export async function saveProgress(
  db: Installation,
  { accountId, jobId }: JobId,
  progress: Progress,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('settings_jobs')
    .set(progress)
    .where('account_id', '=', accountId)
    .where('id', '=', jobId)
    .where('status', '=', 'running')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function finishJob(
  db: Installation,
  { accountId, jobId }: JobId,
  figures: Progress & { readonly leads_changed?: number; readonly result?: string },
): Promise<void> {
  await db
    .updateTable('settings_jobs')
    .set({ ...figures, status: 'finished', finished_at: new Date() })
    .where('account_id', '=', accountId)
    .where('id', '=', jobId)
    .where('status', '=', 'running')
    .execute();
}

/** Returns false if another worker has taken over, or the account is being deleted. */
export async function finishAttempt(
  trx: InstallationTransaction,
  { accountId, jobId, attempts }: ScoringJob,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('settings_jobs')
    .set({ status: 'finished', finished_at: new Date() })
    .where('account_id', '=', accountId)
    .where('id', '=', jobId)
    .where('status', '=', 'running')
    .where('attempts', '=', attempts)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function failJob(db: Installation, { accountId, jobId }: JobId, error: string): Promise<void> {
  await db
    .updateTable('settings_jobs')
    .set({ status: 'failed', error, finished_at: new Date() })
    .where('account_id', '=', accountId)
    .where('id', '=', jobId)
    .where('status', '=', 'running')
    .execute();
}
