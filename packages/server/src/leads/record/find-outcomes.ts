// Reads recorded outcomes. A lead can have tens of thousands, so they are never read all at once.

import type { RecordedOutcome } from '@leadline/contract';
import { type Selectable, sql } from 'kysely';
import { fromUuid } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import { anyOf } from '../../platform/db/database.ts';
import { PREPARED } from '../../platform/db/prepared.ts';
import type { Tables } from '../../platform/db/tables.ts';

/** The contract promises up to this many in a lead's history. */
const MAX_SHOWN = 200;

const COLUMNS = [
  'o.lead_id',
  'o.id',
  'o.outcome',
  'o.at',
  'o.amount',
  'o.reason',
  'o.recorded_at',
  'o.recorded_by',
] as const;

/** The smallest and largest possible IDs. A range over (lead_id, id) makes the planner use that index; given only the
 * lead ID, it may scan all of the account's outcomes by time if a few leads have most of them. */
const FIRST = sql<string>`'00000000-0000-0000-0000-000000000000'::uuid`;
const LAST = sql<string>`'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`;

type Row = Selectable<Omit<Tables['outcomes'], 'account_id'>>;

/** A lead's newest outcomes, oldest first. */
export async function findNewestOutcomes(scope: AccountScope, leadId: string): Promise<OutcomeOfLead[]> {
  const rows = await scope.transaction
    .selectFrom('outcomes as o')
    .select(COLUMNS)
    .where('o.account_id', '=', scope.accountId)
    .where(sql<boolean>`(o.lead_id, o.id) between (${leadId}::uuid, ${FIRST}) and (${leadId}::uuid, ${LAST})`)
    .orderBy('o.lead_id', 'desc')
    .orderBy('o.id', 'desc')
    .limit(MAX_SHOWN)
    .execute();
  return rows.map((row) => ({ leadId, id: fromUuid(row.id), recorded: toRecorded(row) })).toReversed();
}

/** The last outcome of each lead. Takes one index lookup per lead; `distinct on` would read and sort all their
 * outcomes. */
export async function findLastOutcomes(
  scope: AccountScope,
  leadIds: readonly string[],
): Promise<ReadonlyMap<string, RecordedOutcome>> {
  const { rows } = await sql<Row>`${PREPARED}
    select last.* from unnest(${leadIds}::uuid[]) as wanted (id) cross join lateral (
      select o.lead_id, o.id, o.outcome, o.at, o.amount, o.reason, o.recorded_at, o.recorded_by
      from leadline.outcomes o
      where o.account_id = ${scope.accountId} and (o.lead_id, o.id) <= (wanted.id, ${LAST})
      order by o.lead_id desc, o.id desc limit 1) last
    where last.lead_id = wanted.id`.execute(scope.transaction);
  return new Map(rows.map((row) => [fromUuid(row.lead_id), toRecorded(row)]));
}

export interface OutcomeOfLead {
  readonly leadId: string;
  /** The next page starts after this ID. */
  readonly id: string;
  readonly recorded: RecordedOutcome;
}

/** One page of all outcomes of the given leads, ordered by lead ID, then oldest first. */
export async function findOutcomesAfter(
  scope: AccountScope,
  leadIds: readonly string[],
  after: Pick<OutcomeOfLead, 'leadId' | 'id'> | null,
  limit: number,
): Promise<OutcomeOfLead[]> {
  let outcomes = scope.transaction
    .selectFrom('outcomes as o')
    .select(COLUMNS)
    .where('o.account_id', '=', scope.accountId)
    .where('o.lead_id', '=', anyOf(leadIds));
  if (after !== null)
    outcomes = outcomes.where(sql<boolean>`(o.lead_id, o.id) > (${after.leadId}::uuid, ${after.id}::uuid)`);
  const rows = await outcomes.orderBy('o.lead_id').orderBy('o.id').limit(limit).execute();
  return rows.map((row) => ({ leadId: fromUuid(row.lead_id), id: row.id, recorded: toRecorded(row) }));
}

const toRecorded = ({ outcome, at, amount, reason, recorded_at, recorded_by }: Row): RecordedOutcome => ({
  outcome,
  at: at.toISOString(),
  amount,
  reason,
  recorded_at: recorded_at.toISOString(),
  recorded_by,
});
