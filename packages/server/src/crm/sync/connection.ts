// The connection that a turn works on, and how it fares.

import type { CrmVendor } from '@leadline/contract';
import { sql } from 'kysely';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { MAX_FAILING_MS } from '../../notifications/webhooks/retry-schedule.ts';
import { fromUuid, showId } from '../../platform/base/ids.ts';
import { asSystem, scopeWithin } from '../../platform/db/account-scope.ts';
import {
  type Installation,
  type InstallationTransaction,
  inTransaction,
} from '../../platform/db/installation.ts';
import type { CrmField, CrmMapping } from '../vendors/adapter.ts';
import type { CrmError } from '../vendors/crm-error.ts';

export interface PullPosition {
  /** Everything that changed before is known. */
  readonly since: string;
  /** When the pass in progress began, and the record that it has reached. */
  readonly began: string | null;
  readonly after: string | null;
}

export interface Connection {
  readonly accountId: string;
  readonly id: string;
  readonly vendor: CrmVendor;
  readonly sealed: Buffer;
  readonly pushes: boolean;
  readonly pulls: boolean;
  readonly minGrade: 'Hot' | 'Warm' | 'Cool' | 'Cold';
  readonly mapping: CrmMapping;
  readonly fields: readonly CrmField[] | null;
  readonly recordUrl: string | null;
  readonly createdAt: Date;
  /** For a whole sync. */
  readonly isDue: boolean;
  /** New leads don't wait for the next sync. */
  readonly hasWaitingLeads: boolean;
  /** Its turns have places of their own, so that servers that hang don't take all of them. */
  readonly maybeSlow: boolean;
}

const SYNC_INTERVAL_SECONDS = 300;
const MAX_PAUSE_SECONDS = 6 * 3_600;
const FIRST_PAUSE_SECONDS = 30;
const PROBATION_MINUTES = 15;
const QUICK_RUN_SECONDS = 60;

/** Null if it was disconnected or is paused. */
export async function findConnection(db: Installation, accountId: string): Promise<Connection | null> {
  const row = await db
    .selectFrom('crm_connections as c')
    .selectAll('c')
    .select((e) => e('c.next_run_at', '<=', sql<Date>`now()`).as('is_due'))
    .select([hasWaitingLeads.as('has_waiting'), maybeSlow.as('maybe_slow')])
    .where('c.account_id', '=', accountId)
    .where('c.paused_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    accountId,
    id: fromUuid(row.id),
    vendor: row.vendor,
    sealed: row.sealed,
    pushes: row.pushes,
    pulls: row.pulls,
    minGrade: row.min_grade,
    mapping: row.mapping as CrmMapping,
    fields: row.fields as CrmField[] | null,
    recordUrl: row.record_url,
    createdAt: row.created_at,
    isDue: Boolean(row.is_due),
    hasWaitingLeads: row.has_waiting,
    maybeSlow: row.maybe_slow,
  };
}

/** Keeps it from being disconnected until the transaction ends. Doesn't wait for changes of its settings. */
export async function isConnected(
  trx: InstallationTransaction,
  { accountId, id }: Connection,
): Promise<boolean> {
  const row = await trx
    .selectFrom('crm_connections as c')
    .select('c.id')
    .where('c.account_id', '=', accountId)
    .where('c.id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** While the CRM fails, they wait with everything else. */
const hasWaitingLeads = sql<boolean>`
  (c.pushes and c.failures = 0 and exists (
    select from leadline.crm_queue q where q.account_id = c.account_id and q.problem is null))`;

/** New, failed lately, or not done after some turns. Success alone clears nobody, or a server could hang every second time. */
const maybeSlow = sql<boolean>`
  (greatest(c.created_at, c.failed_at) > now() - make_interval(mins => ${PROBATION_MINUTES}) or exists (
    select from leadline.crm_runs r where r.account_id = c.account_id and r.status = 'running'
      and r.created_at < now() - make_interval(secs => ${QUICK_RUN_SECONDS})))`;

export interface DueAccounts {
  readonly quick: readonly string[];
  readonly slow: readonly string[];
}

/** The accounts that have something to sync. */
export async function listDueAccounts(db: Installation): Promise<DueAccounts> {
  const { rows } = await sql<{ account_id: string; maybe_slow: boolean }>`
    select c.account_id, ${maybeSlow} as maybe_slow from leadline.crm_connections c
    where c.paused_at is null and (c.next_run_at <= now() or ${hasWaitingLeads}
      or exists (select from leadline.crm_runs r where r.account_id = c.account_id and r.is_asked and r.status in ('queued', 'running')))`.execute(
    db,
  );
  const [slow, quick] = [true, false].map((isSlow) =>
    rows.filter(({ maybe_slow }) => maybe_slow === isSlow).map(({ account_id }) => fromUuid(account_id)),
  ) as [string[], string[]];
  return { quick, slow };
}

export async function saveSuccess(
  db: Installation,
  { accountId, id }: Connection,
  isWhole: boolean,
): Promise<void> {
  await sql`
    update leadline.crm_connections set failures = 0, failing_since = null, error = null,
      next_run_at = case when ${isWhole} then now() + make_interval(secs => ${SYNC_INTERVAL_SECONDS}) else next_run_at end
    where account_id = ${accountId} and id = ${id}`.execute(db);
}

/** Waits longer after each failure, and pauses a connection that has failed for days, as webhooks are switched off. */
export async function saveFailure(
  db: Installation,
  connection: Connection,
  error: CrmError,
  hasProgressed: boolean,
): Promise<void> {
  const { accountId, id } = connection;
  await inTransaction(db, async (trx) => {
    // A first sync of many leads meets the CRM's limits again and again, and still gets on.
    const before = sql`case when ${hasProgressed} then 0 else c.failures end`;
    const { rows } = await sql<{ is_paused: boolean }>`
      update leadline.crm_connections c set failures = ${before} + 1, error = ${error.message}, failed_at = now(),
        failing_since = case when ${hasProgressed} then now() else coalesce(c.failing_since, now()) end,
        next_run_at = now() + make_interval(secs => greatest(${error.retryAfterSeconds ?? 0}::float8,
          least(${MAX_PAUSE_SECONDS}, ${FIRST_PAUSE_SECONDS} * 2.0 ^ least(${before}, 12)))),
        paused_at = case when not ${hasProgressed} and c.failing_since < now() - make_interval(secs => ${MAX_FAILING_MS / 1_000}) then now() end
      where c.account_id = ${accountId} and c.id = ${id} and c.paused_at is null
      returning c.paused_at is not null as is_paused`.execute(trx);
    if (rows[0]?.is_paused === true)
      await recordAudit(scopeWithin(trx, asSystem(accountId)), 'crm.paused', showId('crm', id), {
        reason: 'failing',
      });
  });
}

export async function saveConnected(
  db: Installation,
  { accountId, id }: Connection,
  fields: readonly CrmField[],
  recordUrl: string,
): Promise<void> {
  await sql`
    update leadline.crm_connections set fields = ${JSON.stringify(fields)}, record_url = ${recordUrl}
    where account_id = ${accountId} and id = ${id}`.execute(db);
}
