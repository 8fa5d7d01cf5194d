// Connects an account to a CRM, changes what is synced, and disconnects it.

import type { CrmBody, CrmChanges, CrmConnection, CrmRun } from '@leadline/contract';
import { type Selectable, sql } from 'kysely';
import { recordAudit } from '../accounts/audit/record-audit.ts';
import { GRADES } from '../leads/list/match-leads.ts';
import { DomainError } from '../platform/base/domain-error.ts';
import { firstIdOf, fromUuid, makeId, showId } from '../platform/base/ids.ts';
import type { AccountScope } from '../platform/db/account-scope.ts';
import { lockAccount } from '../platform/db/lock-account.ts';
import type { Tables } from '../platform/db/tables.ts';
import { addRun, toRun } from './sync/run-log.ts';
import type { CrmField, CrmMapping } from './vendors/adapter.ts';
import type { CrmSeal } from './vendors/seal.ts';
import { VENDORS } from './vendors/vendors.ts';

type Row = Selectable<Tables['crm_connections']>;

const DAY_MS = 24 * 3_600 * 1_000;
const MAX_EXISTING = 20_000;
const DEFAULT_MIN_GRADE = 'Cold';

/** Replaces the login of an account that is connected to the same place already. Returns null if it is to another one. */
export async function connectCrm(
  scope: AccountScope,
  seal: CrmSeal,
  { api_key: apiKey, refresh_token: refreshToken, existing_days: days = 0, ...body }: CrmBody,
): Promise<CrmConnection | null> {
  await lockAccount(scope);
  const { transaction, accountId } = scope;
  const { vendor, url: given, database = '', login = '', ...settings } = body;
  const url = given ?? VENDORS[vendor].defaultUrl ?? '';
  const target = { vendor, url, database, login, apiKey, refreshToken };
  const before = await findRow(scope);
  if (before !== undefined) {
    const { url: formerUrl, database: formerDatabase } = seal.open(fromUuid(before.id), before.sealed);
    if (before.vendor !== vendor || formerUrl !== url || formerDatabase !== database) return null;
    await transaction
      .updateTable('crm_connections')
      .set({
        sealed: seal.close(fromUuid(before.id), target),
        ...settings,
        ...RESUMED,
      })
      .where('account_id', '=', accountId)
      .execute();
  } else {
    const id = makeId();
    await transaction
      .insertInto('crm_connections')
      .values({
        account_id: accountId,
        id,
        vendor,
        sealed: seal.close(id, target),
        ...settings,
        min_grade: settings.min_grade ?? DEFAULT_MIN_GRADE,
        mapping: JSON.stringify(VENDORS[vendor].defaultMapping),
      })
      .execute();
  }
  const row = await getRow(scope);
  await watchLeads(scope, row);
  if (days > 0 && row.pushes) await queueExisting(scope, row, days);
  await addRun(transaction, accountId, 'connect', true);
  await recordAudit(
    scope,
    before === undefined ? 'crm.connected' : 'crm.changed',
    showId('crm', fromUuid(row.id)),
    {
      vendor,
      ...(before === undefined ? {} : { changed: ['login'] }),
    },
  );
  return describe(scope, seal, row);
}

const RESUMED = {
  failures: 0,
  failing_since: null,
  error: null,
  paused_at: null,
  next_run_at: sql<Date>`now()`,
} as const;

/** Null if none is connected. */
export async function readCrm(scope: AccountScope, seal: CrmSeal): Promise<CrmConnection | null> {
  const row = await findRow(scope);
  return row === undefined ? null : describe(scope, seal, row);
}

/** Null if none is connected. */
export async function changeCrm(
  scope: AccountScope,
  seal: CrmSeal,
  { mapping, paused, ...settings }: CrmChanges,
): Promise<CrmConnection | null> {
  await lockAccount(scope);
  const before = await findRow(scope);
  if (before === undefined) return null;
  await scope.transaction
    .updateTable('crm_connections')
    .set({
      ...settings,
      ...(mapping === undefined ? {} : { mapping: JSON.stringify(mergeMapping(before, mapping)) }),
      ...(paused === true ? { paused_at: sql<Date>`coalesce(paused_at, now())` } : {}),
      ...(paused === false ? RESUMED : {}),
      // So that a request without changes is valid.
      vendor: before.vendor,
    })
    .where('account_id', '=', scope.accountId)
    .execute();
  const row = await getRow(scope);
  await watchLeads(scope, row);
  const changed = Object.keys({
    ...settings,
    ...(mapping === undefined ? {} : { mapping }),
    ...(paused === undefined ? {} : { paused }),
  });
  await recordAudit(scope, 'crm.changed', showId('crm', fromUuid(row.id)), { changed });
  return describe(scope, seal, row);
}

/** Deletes the login, and forgets which records belong to which leads. What is in the CRM stays there. */
export async function disconnectCrm(scope: AccountScope): Promise<boolean> {
  await lockAccount(scope);
  const { transaction, accountId } = scope;
  const row = await transaction
    .deleteFrom('crm_connections')
    .where('account_id', '=', accountId)
    .returning(['id', 'vendor'])
    .executeTakeFirst();
  if (row === undefined) return false;
  for (const table of ['crm_records', 'crm_deals', 'crm_queue', 'crm_runs'] as const)
    await transaction.deleteFrom(table).where('account_id', '=', accountId).execute();
  await transaction
    .deleteFrom('lead_watchers')
    .where('account_id', '=', accountId)
    .where('watcher', '=', 'crm')
    .execute();
  await recordAudit(scope, 'crm.disconnected', showId('crm', fromUuid(row.id)), { vendor: row.vendor });
  return true;
}

/** Null if none is connected. A second request joins the run that is on its way. */
export async function askForRun(scope: AccountScope, kind: 'sync' | 'preview'): Promise<CrmRun | null> {
  const { transaction, accountId } = scope;
  await lockAccount(scope);
  const row = await findRow(scope);
  if (row === undefined) return null;
  if (row.paused_at !== null) throw new DomainError('conflict', 'this connection is paused; resume it first');
  if (kind === 'sync')
    await transaction
      .updateTable('crm_queue')
      .set({ problem: null })
      .where('account_id', '=', accountId)
      .where('problem', 'is not', null)
      .execute();
  // A sync that is waiting for the CRM to be back doesn't wait any longer.
  if (kind === 'sync')
    await transaction
      .updateTable('crm_connections')
      .set({ next_run_at: sql<Date>`now()` })
      .where('account_id', '=', accountId)
      .execute();
  await addRun(transaction, accountId, kind, true);
  const run = await transaction
    .selectFrom('crm_runs')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirstOrThrow();
  return toRun(run);
}

const MAX_LISTED = 50;

/** Newest first. */
export async function listRuns({ transaction, accountId }: AccountScope): Promise<CrmRun[]> {
  const rows = await transaction
    .selectFrom('crm_runs')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute();
  return rows.map(toRun);
}

export async function getRun(
  { transaction, accountId }: AccountScope,
  runId: string,
): Promise<CrmRun | null> {
  const row = await transaction
    .selectFrom('crm_runs')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', runId)
    .executeTakeFirst();
  return row === undefined ? null : toRun(row);
}

function mergeMapping(before: Row, changes: CrmMapping): CrmMapping {
  const merged = { ...(before.mapping as CrmMapping), ...changes };
  const used = Object.values(merged).filter((field) => field !== null);
  const twice = used.find((field, index) => used.indexOf(field) !== index);
  const invalid = (message: string): DomainError =>
    new DomainError('invalid_input', message, { field: 'mapping' });
  if (twice !== undefined) throw invalid(`two values are mapped to ${twice}`);
  const fields = before.fields as readonly CrmField[] | null;
  const unknown = Object.values(changes).find(
    (field) => field !== null && fields !== null && !fields.some(({ name }) => name === field),
  );
  if (unknown !== undefined) throw invalid(`the CRM has no field ${unknown}`);
  return merged;
}

/** Only leads that are pushed have to reach the worker. */
async function watchLeads(
  { transaction, accountId }: AccountScope,
  { pushes, min_grade }: Row,
): Promise<void> {
  const own = { account_id: accountId, watcher: 'crm' as const };
  if (pushes)
    await transaction
      .insertInto('lead_watchers')
      .values({ ...own, min_grade })
      .onConflict((conflict) => conflict.columns(['account_id', 'watcher']).doUpdateSet({ min_grade }))
      .execute();
  else
    await transaction
      .deleteFrom('lead_watchers')
      .where('account_id', '=', own.account_id)
      .where('watcher', '=', own.watcher)
      .execute();
}

async function queueExisting({ transaction, accountId }: AccountScope, { min_grade }: Row, days: number) {
  const grades = GRADES.slice(0, GRADES.indexOf(min_grade) + 1);
  await sql`
    insert into leadline.crm_queue (account_id, lead_id)
    select l.account_id, l.id from leadline.leads l
    where l.account_id = ${accountId} and l.id >= ${firstIdOf(new Date(Date.now() - days * DAY_MS))}::uuid
      and l.outcome = 'open' and l.grade = any (${grades}::text[])
    order by l.id desc limit ${MAX_EXISTING}
    on conflict do nothing`.execute(transaction);
}

const findRow = ({ transaction, accountId }: AccountScope): Promise<Row | undefined> =>
  transaction
    .selectFrom('crm_connections')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();

async function getRow(scope: AccountScope): Promise<Row> {
  const row = await findRow(scope);
  if (row === undefined) throw new Error('the connection has gone');
  return row;
}

async function describe(scope: AccountScope, seal: CrmSeal, row: Row): Promise<CrmConnection> {
  const { vendor, url, database, login } = seal.open(fromUuid(row.id), row.sealed);
  const { rows } = await sql<{ waiting: number; skipped: number; records: number }>`
    select count(*) filter (where q.problem is null)::integer as waiting,
      count(*) filter (where q.problem is not null)::integer as skipped,
      (select count(*)::integer from leadline.crm_records r where r.account_id = ${scope.accountId}) as records
    from leadline.crm_queue q where q.account_id = ${scope.accountId}`.execute(scope.transaction);
  const counts = rows[0] ?? { waiting: 0, skipped: 0, records: 0 };
  return {
    vendor,
    url,
    database,
    login,
    pushes: row.pushes,
    pulls: row.pulls,
    min_grade: row.min_grade,
    mapping: row.mapping as CrmConnection['mapping'],
    fields: (row.fields as CrmField[] | null)?.filter(({ isInternal }) => isInternal !== true) ?? null,
    record_url: row.record_url,
    ...counts,
    failing_since: row.failing_since?.toISOString() ?? null,
    error: row.error,
    paused_at: row.paused_at?.toISOString() ?? null,
    next_run_at: row.next_run_at.toISOString(),
    created_at: row.created_at.toISOString(),
  };
}
