// The log of runs, which people read. Counts and IDs only, no personal data.

import type { CrmNote, CrmRun, CrmRunKind } from '@leadline/contract';
import { type Selectable, sql } from 'kysely';
import { fromUuid, makeId, showId } from '../../platform/base/ids.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

export const COUNTS = [
  'created',
  'updated',
  'unchanged',
  'kept_fields',
  'below_grade',
  'superseded',
  'duplicate_email',
  'gone',
  'rejected',
  'won',
  'lost',
  'reopened',
] as const;
export type Counts = Partial<Record<(typeof COUNTS)[number], number>>;

export interface RunId {
  readonly accountId: string;
  readonly runId: string;
}

export interface UnfinishedRun extends RunId {
  readonly kind: CrmRunKind;
  readonly isAsked: boolean;
  readonly isStarted: boolean;
}

export const MAX_NOTES = 50;
const MAX_RUNS = 200;

/** Those that somebody asked for come first, in the order of their IDs. */
export async function findUnfinishedRun(db: Database, accountId: string): Promise<UnfinishedRun | null> {
  const row = await db
    .selectFrom('crm_runs as r')
    .select(['r.id', 'r.kind', 'r.is_asked', 'r.status'])
    .where('r.account_id', '=', accountId)
    .where('r.status', 'in', ['queued', 'running'])
    .orderBy('r.is_asked', 'desc')
    .orderBy('r.id')
    .limit(1)
    .executeTakeFirst();
  return row === undefined
    ? null
    : {
        accountId,
        runId: fromUuid(row.id),
        kind: row.kind,
        isAsked: row.is_asked,
        isStarted: row.status === 'running',
      };
}

/** Returns null if a run of this kind is on its way. Forgets the oldest ones. */
export async function addRun(
  db: Database,
  accountId: string,
  kind: CrmRunKind,
  isAsked: boolean,
): Promise<string | null> {
  const runId = makeId();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('crm_runs')
    .values({ account_id: accountId, id: runId, kind, status: 'queued', is_asked: isAsked })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) return null;
  await sql`
    delete from leadline.crm_runs where account_id = ${accountId} and id < (
      select r.id from leadline.crm_runs r where r.account_id = ${accountId} order by r.id desc offset ${MAX_RUNS} limit 1
    ) and status in ('finished', 'failed')`.execute(db);
  return runId;
}

export async function startRun(db: Database, { accountId, runId }: RunId): Promise<void> {
  await db
    .updateTable('crm_runs')
    .set({ status: 'running' })
    .where('account_id', '=', accountId)
    .where('id', '=', runId)
    .execute();
}

/** In the transaction of what is counted. */
export async function addToRun(
  db: Database,
  { accountId, runId }: RunId,
  counts: Counts,
  notes: readonly CrmNote[],
): Promise<void> {
  const row = await db
    .selectFrom('crm_runs as r')
    .select(['r.counts', 'r.notes'])
    .where('r.account_id', '=', accountId)
    .where('r.id', '=', runId)
    .executeTakeFirst();
  if (row === undefined) return;
  const before = row.counts as Counts;
  const sum = Object.fromEntries(
    COUNTS.flatMap((name) => {
      const count = (before[name] ?? 0) + (counts[name] ?? 0);
      return count === 0 ? [] : [[name, count]];
    }),
  );
  await db
    .updateTable('crm_runs')
    .set({
      counts: JSON.stringify(sum),
      notes: JSON.stringify([...(row.notes as CrmNote[]), ...notes].slice(0, MAX_NOTES)),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', runId)
    .execute();
}

/** A sync that nobody asked for and that had nothing to do isn't kept. */
export async function endRun(db: Database, { accountId, runId }: RunId, error: string | null): Promise<void> {
  await sql`
    delete from leadline.crm_runs where account_id = ${accountId} and id = ${runId}
      and ${error}::text is null and kind = 'sync' and not is_asked and counts::text = '{}'`.execute(db);
  await sql`
    update leadline.crm_runs set status = case when ${error}::text is null then 'finished' else 'failed' end,
      error = ${error}, finished_at = now()
    where account_id = ${accountId} and id = ${runId} and status in ('queued', 'running')`.execute(db);
}

export function toRun(row: Selectable<Tables['crm_runs']>): CrmRun {
  const counts = row.counts as Record<string, number>;
  return {
    run_id: showId('run', fromUuid(row.id)),
    kind: row.kind,
    status: row.status,
    summary: summarize(row.kind, counts),
    counts,
    notes: row.notes as CrmNote[],
    error: row.error,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

const PARTS: readonly [(typeof COUNTS)[number], (count: string) => string][] = [
  ['created', (count) => `${count} added`],
  ['updated', (count) => `${count} updated`],
  ['unchanged', (count) => `${count} unchanged`],
  ['won', (count) => `${count} won`],
  ['lost', (count) => `${count} lost`],
  ['reopened', (count) => `${count} reopened`],
  ['duplicate_email', (count) => `${count} skipped: several open deals have the same email`],
  ['rejected', (count) => `${count} skipped: the CRM rejected the values`],
  ['gone', (count) => `${count} skipped: deleted in the CRM`],
  ['superseded', (count) => `${count} skipped: the same person has sent a newer lead`],
  ['below_grade', (count) => `${count} skipped: below the grade`],
  ['kept_fields', (count) => `${count} fields kept as edited in the CRM`],
];

function summarize(kind: CrmRunKind, counts: Readonly<Record<string, number>>): string {
  if (kind === 'connect') return 'Connected';
  const parts = PARTS.flatMap(([name, describe]) => {
    const count = counts[name] ?? 0;
    return count === 0 ? [] : [describe(count.toLocaleString('en-US'))];
  });
  return parts.length === 0 ? 'Nothing to do' : parts.join(', ');
}
