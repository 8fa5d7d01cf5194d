// Changes what a rep has done about leads: their status, when to return to them, what is next and whose they are. Each change is an
// entry in the timeline, written while the lead is locked.

import type { ActivityKind, BulkWorkResult, CallResult, Status, WorkResult } from '@leadline/contract';
import { sql } from 'kysely';
import { noteChangedLeads } from '../leads/record/note-changed-leads.ts';
import { NEXT_REVISION, showWork, splitStatus, statusOf } from '../leads/record/work-state.ts';
import { writeOutcomes } from '../leads/record/write-outcomes.ts';
import { addAlerts } from '../notifications/alerts/add-alerts.ts';
import { fromUuid, showId } from '../platform/base/ids.ts';
import { type AccountScope, withoutLimit } from '../platform/db/account-scope.ts';
import { anyOf } from '../platform/db/database.ts';
import { addActivities, type NewActivity } from './activities.ts';
import {
  lockLead,
  lockLeads,
  lockNamedLeads,
  type NamedLeads,
  readRevisions,
  type WorkRow,
} from './lock-leads.ts';
import { takeLeads } from './take-leads.ts';

export interface Change {
  readonly status?: Status;
  readonly amount?: number | null;
  /** Null: back on the to-do list. */
  readonly snoozedUntil?: Date | null;
  /** The ID of a user; null for nobody. */
  readonly assignee?: string | null;
  /** Null: nothing is planned. */
  readonly next?: Planned | null;
  readonly done?: { readonly kind: ActivityKind; readonly result: CallResult | null };
  readonly note?: string;
}

interface Planned {
  readonly kind: ActivityKind;
  readonly at: Date;
}

/** Returns null if the account has no such lead. */
export async function changeLead(
  scope: AccountScope,
  leadId: string,
  change: Change,
  revision?: number,
): Promise<WorkResult['data'] | null> {
  const before = await lockLead(scope, leadId, revision);
  if (before === null) return null;
  const [after] = await allowHandOver(scope, change, async () => {
    await applyChange(scope, [before], change);
    return lockLeads(scope, [leadId]);
  });
  return after === undefined ? null : { lead_id: showId('lead', leadId), ...showWork(after) };
}

/** All or none of the leads that are known and current. */
export async function changeLeads(
  scope: AccountScope,
  named: NamedLeads,
  change: Change,
): Promise<BulkWorkResult['data']> {
  const { rows, unknown, conflicts } = await lockNamedLeads(scope, named);
  const written = await allowHandOver(scope, change, async () => {
    await applyChange(scope, rows, change);
    return readRevisions(scope, rows);
  });
  return { changed: rows.length, unknown, conflicts, revisions: written };
}

/** People may give a lead to somebody else and lose sight of it. The leads are locked, so they could see them until now. */
const allowHandOver = <T>(scope: AccountScope, { assignee }: Change, work: () => Promise<T>): Promise<T> =>
  assignee == null || assignee === scope.limitedTo ? work() : withoutLimit(scope, work);

/** The caller has locked the leads. */
async function applyChange(scope: AccountScope, rows: readonly WorkRow[], change: Change): Promise<void> {
  if (rows.length === 0) return;
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

/** Won, lost and reopened leads are outcomes, with a history and an event of their own. */
async function changeStatus(scope: AccountScope, rows: readonly WorkRow[], change: Change): Promise<void> {
  const { status, amount = null, note } = change;
  if (status === undefined) return;
  const { outcome } = splitStatus(status);
  const decided = rows.filter((row) => isDecision(row, change)).map(({ id }) => fromUuid(id));
  if (decided.length > 0)
    await writeOutcomes(scope, decided, { outcome, at: new Date(), amount, reason: note ?? null });
}

/** Whether the change is a new outcome, or the amount of the one the lead has. */
const isDecision = ({ outcome }: WorkRow, { status, amount }: Change): boolean =>
  status !== undefined && (splitStatus(status).outcome !== outcome || amount !== undefined);

async function updateColumns(
  scope: AccountScope,
  rows: readonly WorkRow[],
  { status, snoozedUntil, assignee, next, done }: Change,
): Promise<void> {
  const stage = status === undefined ? null : splitStatus(status).stage;
  // A lead somebody works on is no longer snoozed, unless they say so in the same breath.
  const snoozed = snoozedUntil === undefined && status !== undefined ? null : snoozedUntil;
  const columns = {
    ...(stage === null ? {} : { stage }),
    ...(snoozed === undefined ? {} : { snoozed_until: snoozed }),
    ...(assignee === undefined ? {} : { assignee }),
    ...nextColumns(next, done),
    ...(status === undefined
      ? {}
      : { contacted_at: status === 'new' ? null : sql<Date>`coalesce(contacted_at, now())` }),
  };
  const differences = Object.entries(columns).map(
    ([name, value]) => sql<boolean>`${sql.ref(`l.${name}`)} is distinct from ${value}`,
  );
  if (differences.length === 0) return;
  if (status !== undefined || assignee !== undefined)
    await noteChangedLeads(
      scope,
      rows.map(({ id }) => id),
    );
  await scope.transaction
    .updateTable('leads as l')
    .set(columns)
    .set(NEXT_REVISION)
    .where('l.account_id', '=', scope.accountId)
    .where('l.id', '=', anyOf(rows.map(({ id }) => fromUuid(id))))
    // What stays as it was is no reason to refuse a colleague's change.
    .where((e) => e.or(differences))
    .execute();
}

/** What was planned is done by something of the same kind, unless something else is planned now. */
function nextColumns(next: Change['next'], done: Change['done']) {
  if (next !== undefined) return { next_kind: next?.kind ?? null, next_at: next?.at ?? null };
  if (done === undefined) return {};
  const isDone = sql`next_kind is not distinct from ${done.kind}`;
  return {
    next_kind: sql<ActivityKind | null>`case when ${isDone} then null else next_kind end`,
    next_at: sql<Date | null>`case when ${isDone} then null else next_at end`,
  };
}

const isSamePlan = (row: WorkRow, next: Planned | null): boolean =>
  row.next_kind === (next?.kind ?? null) && row.next_at?.getTime() === next?.at.getTime();

/** The entries a change adds to the timeline of a lead; what stays as it was is not mentioned. Outcomes have their own
 * entry, which carries the note as its reason. */
function describeChange(row: WorkRow, change: Change): NewActivity[] {
  const { status, snoozedUntil, assignee, next, done } = change;
  const note = change.note ?? null;
  const leadId = fromUuid(row.id);
  const entries: NewActivity[] = [];
  const previous = statusOf(row);
  const isNewOutcome = isDecision(row, change);
  const isNewStage = status !== undefined && status !== previous && splitStatus(status).stage !== null;
  if (done !== undefined)
    entries.push({ leadId, kind: 'done', data: { ...done, note: isNewOutcome ? null : note } });
  const ownNote = isNewOutcome || done !== undefined ? null : note;
  if (isNewStage) entries.push({ leadId, kind: 'status', data: { status, previous, note: ownNote } });
  else if (ownNote !== null) entries.push({ leadId, kind: 'note', data: { text: ownNote } });
  if (next !== undefined && !isSamePlan(row, next))
    entries.push({
      leadId,
      kind: 'planned',
      data: { activity: next && { kind: next.kind, at: next.at.toISOString() } },
    });
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
