// Starts backtests and rescores, which a worker runs, and shows how far they are. An account has at most one of each at a
// time.

import type { Backtest, BacktestBody, Rescore } from '@leadline/contract';
import { type Selectable, sql } from 'kysely';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { DomainError } from '../../platform/base/domain-error.ts';
import { fromUuid, makeId, showId } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { findLiveModelVersion } from '../../scoring/models/find-model.ts';
import { checkChanges } from '../../scoring/settings/check-changes.ts';
import { findLiveVersion } from '../../scoring/settings/find-version.ts';
import { chooseChanges, readProfileDeal } from '../../scoring/settings/publish-version.ts';
import type { SettingsChanges, SettingsContent } from '../../scoring/settings/settings-version.ts';
import { type StoredBacktest, showBacktestResult } from './backtest-result.ts';

type Kind = Tables['settings_jobs']['kind'];
type JobRow = Selectable<Tables['settings_jobs']>;

/** The kind of an event that asks a worker to run the account's jobs. */
export const RUN_SETTINGS_JOBS = 'settings.jobs';

/** Of each kind, older ones are deleted. */
const MAX_KEPT = 20;

export async function startBacktest(scope: AccountScope, body: BacktestBody): Promise<Backtest> {
  const changes = await chooseChanges(scope, body);
  const content = { changes, profileDeal: await readProfileDeal(scope) };
  checkChanges(content);
  await startJob(scope, 'backtest', content);
  return orMissing(await findBacktest(scope));
}

/** Applies the live version to open leads. */
export async function startRescore(scope: AccountScope): Promise<Rescore> {
  const jobId = await startJob(scope, 'rescore', null);
  await recordAudit(scope, 'settings.rescore_started', showId('job', jobId));
  return orMissing(await findRescore(scope));
}

/** The latest. Null if there has never been one. */
export async function findBacktest(scope: AccountScope): Promise<Backtest | null> {
  const row = await findLatest(scope, 'backtest');
  if (row === null) return null;
  return {
    ...showJob(row),
    changes: row.changes as SettingsChanges,
    result: row.result === null ? null : await showBacktestResult(scope, row.result as StoredBacktest),
  };
}

/** The latest. Null if there has never been one. */
export async function findRescore(scope: AccountScope): Promise<Rescore | null> {
  const row = await findLatest(scope, 'rescore');
  return row === null ? null : { ...showJob(row), changed: row.leads_changed };
}

export const showJob = (row: JobRow): Omit<Rescore, 'changed'> => ({
  job_id: showId('job', fromUuid(row.id)),
  status: row.status,
  version: row.version,
  progress: { leads: row.leads, done: row.leads_done },
  error: row.error,
  by: row.actor,
  created_at: row.created_at.toISOString(),
  started_at: row.started_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
});

async function startJob(
  scope: AccountScope,
  kind: keyof typeof ALREADY_RUNNING,
  content: SettingsContent | null,
): Promise<string> {
  const id = await addJob(scope, kind, content);
  if (id === null) throw new DomainError('conflict', ALREADY_RUNNING[kind]);
  const { transaction, accountId } = scope;
  await transaction
    .insertInto('outbox')
    .values({ account_id: accountId, id: makeId(), kind: RUN_SETTINGS_JOBS, subject_id: id, data: null })
    .execute();
  return id;
}

/** Returns null if the account already has an unfinished one of this kind. */
export async function addJob(
  scope: AccountScope,
  kind: Kind,
  content: SettingsContent | null,
): Promise<string | null> {
  const { transaction, accountId, actor } = scope;
  const id = makeId();
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('settings_jobs')
    .values({
      account_id: accountId,
      id,
      kind,
      status: 'queued',
      version: await findLiveVersion(scope),
      model_version: await findLiveModelVersion(scope),
      changes: content === null ? null : JSON.stringify(content.changes),
      typical_deal: content?.profileDeal?.amount ?? null,
      currency: content?.profileDeal?.currency ?? null,
      actor,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) return null;
  await deleteOldJobs(scope, kind);
  return id;
}

const ALREADY_RUNNING = {
  backtest: 'a backtest of this account is still running',
  rescore: 'open leads of this account are already being re-scored',
} as const;

async function deleteOldJobs({ transaction, accountId }: AccountScope, kind: Kind): Promise<void> {
  await sql`
    delete from leadline.settings_jobs j
    where j.account_id = ${accountId} and j.kind = ${kind} and j.status in ('finished', 'failed')
      and j.id not in (
        select n.id from leadline.settings_jobs n where n.account_id = ${accountId} and n.kind = ${kind}
        order by n.id desc limit ${MAX_KEPT}
      )`.execute(transaction);
}

export async function findLatest(
  { transaction, accountId }: AccountScope,
  kind: Kind,
): Promise<JobRow | null> {
  const row = await transaction
    .selectFrom('settings_jobs')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

function orMissing<T>(job: T | null): T {
  if (job === null) throw new Error('the job that was just started is missing');
  return job;
}
