// Changes what a rep has done about leads: their status, when to return to them and whose they are. Each change is an
// entry in the timeline, written while the lead is locked.

import type { Status, WorkResult } from '@leadline/contract';
import { sql } from 'kysely';
import { addAlerts } from '../alerts/add-alerts.ts';
import { DomainError } from '../base/domain-error.ts';
import { fromUuid, readId, showId } from '../base/ids.ts';
import type { AccountScope } from '../db/account-scope.ts';
import { anyOf } from '../db/database.ts';
import { showWork, splitStatus, statusOf, WORK_COLUMNS, type WorkColumns } from '../leads/work-state.ts';
import { writeOutcomes } from '../leads/write-outcomes.ts';
import { addActivities, type NewActivity } from './activities.ts';
import { takeLeads } from './take-leads.ts';

export interface Change {
  readonly status?: Status;
  readonly amount?: number | null;
  /** Null: back on the to-do list. */
  readonly snoozedUntil?: Date | null;
  /** The ID of a user; null for nobody. */
  readonly assignee?: string | null;
  readonly note?: string;
  readonly expected?: { readonly status?: Status; readonly assignee?: string | null };
}

type WorkRow = WorkColumns & { readonly id: string };

/** Returns null if the account has no such lead. */
export async function changeLead(
  scope: AccountScope,
  leadId: string,
  change: Change,
): Promise<WorkResult['data'] | null> {
  const [before] = await lockLeads(scope, [leadId]);
  if (before === undefined) return null;
  await applyChange(scope, [before], change);
  const [after] = await lockLeads(scope, [leadId]);
  return after === undefined ? null : { lead_id: showId('lead', leadId), ...showWork(after) };
}

/** All or none. Unknown and malformed IDs are returned exactly as they were sent. */
export async function changeLeads(
  scope: AccountScope,
  givenIds: readonly string[],
  change: Change,
): Promise<{ changed: number; unknown: string[] }> {
  const ids = new Map(givenIds.map((given) => [given, readId('lead', given)]));
  const rows = await lockLeads(
    scope,
    [...ids.values()].filter((id) => id !== null),
  );
  await applyChange(scope, rows, change);
  const known = new Set<string | null>(rows.map(({ id }) => fromUuid(id)));
  return {
    changed: rows.length,
    unknown: [...ids].filter(([, id]) => !known.has(id)).map(([given]) => given),
  };
}

/** In a fixed order, so that two overlapping lists can't deadlock. */
export const lockLeads = (scope: AccountScope, ids: readonly string[]): Promise<WorkRow[]> =>
  scope.transaction
    .selectFrom('leads as l')
    .select(['l.id', ...WORK_COLUMNS])
    .where('l.account_id', '=', scope.accountId)
    .where('l.id', '=', anyOf(ids))
    .orderBy('l.id')
    .forNoKeyUpdate()
    .execute();

/** The caller has locked the leads. */
export async function applyChange(
  scope: AccountScope,
  rows: readonly WorkRow[],
  change: Change,
): Promise<void> {
  if (rows.length === 0) return;
  for (const row of rows) checkExpected(row, change.expected ?? {});
  await changeStatus(scope, rows, change);
  await updateColumns(scope, rows, change);
  const entries = rows.flatMap((row) => describeChange(row, change));
  const ids = await addActivities(scope, entries);
  await announce(
    scope,
    entries.map((entry, index) => ({ entry, id: ids[index] as string })),
  );
  if (change.status !== undefined && change.assignee === undefined)
    await takeLeads(
      scope,
      rows.map(({ id }) => fromUuid(id)),
      change.status,
    );
  await alertAssignee(scope, entries);
}

function checkExpected(row: WorkRow, { status, assignee }: NonNullable<Change['expected']>): void {
  const own = row.assignee === null ? null : fromUuid(row.assignee);
  if ((status === undefined || status === statusOf(row)) && (assignee === undefined || assignee === own))
    return;
  const leadId = showId('lead', fromUuid(row.id));
  throw new DomainError('changed_meanwhile', `${leadId} has changed in the meantime; load it again`);
}

/** Won, lost and reopened leads are outcomes, with a history and an event of their own. */
async function changeStatus(
  scope: AccountScope,
  rows: readonly WorkRow[],
  { status, amount = null, note }: Change,
): Promise<void> {
  if (status === undefined) return;
  const { outcome } = splitStatus(status);
  const decided = rows.filter((row) => row.outcome !== outcome).map(({ id }) => fromUuid(id));
  if (decided.length > 0)
    await writeOutcomes(scope, decided, { outcome, at: new Date(), amount, reason: note ?? null });
}

async function updateColumns(
  scope: AccountScope,
  rows: readonly WorkRow[],
  { status, snoozedUntil, assignee }: Change,
): Promise<void> {
  const stage = status === undefined ? null : splitStatus(status).stage;
  // A lead somebody works on is no longer snoozed, unless they say so in the same breath.
  const snoozed = snoozedUntil === undefined && status !== undefined ? null : snoozedUntil;
  const columns = {
    ...(stage === null ? {} : { stage }),
    ...(snoozed === undefined ? {} : { snoozed_until: snoozed }),
    ...(assignee === undefined ? {} : { assignee }),
    ...(status === undefined
      ? {}
      : { contacted_at: status === 'new' ? null : sql<Date>`coalesce(contacted_at, now())` }),
  };
  if (Object.keys(columns).length === 0) return;
  await scope.transaction
    .updateTable('leads as l')
    .set(columns)
    .where('l.account_id', '=', scope.accountId)
    .where('l.id', '=', anyOf(rows.map(({ id }) => fromUuid(id))))
    .execute();
}

/** The entries a change adds to the timeline of a lead; what stays as it was is not mentioned. Outcomes have their own
 * entry, which carries the note as its reason. */
function describeChange(row: WorkRow, { status, snoozedUntil, assignee, note }: Change): NewActivity[] {
  const leadId = fromUuid(row.id);
  const entries: NewActivity[] = [];
  const previous = statusOf(row);
  const isNewOutcome = status !== undefined && splitStatus(status).outcome !== row.outcome;
  const isNewStage = status !== undefined && status !== previous && splitStatus(status).stage !== null;
  if (isNewStage)
    entries.push({
      leadId,
      kind: 'status',
      data: { status, previous, note: isNewOutcome ? null : (note ?? null) },
    });
  else if (note !== undefined && !isNewOutcome) entries.push({ leadId, kind: 'note', data: { text: note } });
  if (snoozedUntil !== undefined && snoozedUntil?.getTime() !== row.snoozed_until?.getTime())
    entries.push({ leadId, kind: 'snoozed', data: { until: snoozedUntil?.toISOString() ?? null } });
  const before = row.assignee === null ? null : fromUuid(row.assignee);
  if (assignee !== undefined && assignee !== before)
    entries.push({ leadId, kind: 'assigned', data: { assignee, previous: before } });
  return entries;
}

async function announce(
  scope: AccountScope,
  written: readonly { readonly entry: NewActivity; readonly id: string }[],
): Promise<void> {
  const events = written.flatMap(({ entry: { leadId, kind, data }, id }) => {
    if (kind !== 'status') return [];
    const { status, previous } = data;
    return [{ id, leadId, data: { status, previous, by: scope.actor } }];
  });
  if (events.length === 0) return;
  await scope.transaction
    .insertInto('outbox')
    .values(
      events.map(({ id, leadId, data }) => ({
        account_id: scope.accountId,
        id,
        kind: 'lead.status',
        subject_id: leadId,
        data: JSON.stringify(data),
      })),
    )
    .execute();
}

/** Nobody is alerted about what they did themselves. Comes last, because alerts lock the people they are for. */
async function alertAssignee(scope: AccountScope, entries: readonly NewActivity[]): Promise<void> {
  const { accountId, actor } = scope;
  const events = entries.flatMap(({ leadId, kind, data }) => {
    if (kind !== 'assigned' || data.assignee === null || actor === `user_${data.assignee}`) return [];
    return [{ accountId, leadId, isNew: false, assignee: data.assignee }];
  });
  await addAlerts(scope.transaction, events, new Date());
}
