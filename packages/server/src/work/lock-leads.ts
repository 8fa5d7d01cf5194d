// Locks leads before they are changed, and finds those that somebody has changed since the caller saw them. The row is locked
// by the statement that reads its revision, so nothing can come between the comparison and the change.

import { WORK_COLUMNS, type WorkColumns } from '../leads/record/work-state.ts';
import { DomainError } from '../platform/base/domain-error.ts';
import { fromUuid, readId, showId } from '../platform/base/ids.ts';
import type { AccountScope } from '../platform/db/account-scope.ts';
import { anyOf } from '../platform/db/database.ts';

export type WorkRow = WorkColumns & { readonly id: string };

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

/** Null if the account has no such lead. Without a revision, the caller overwrites whatever others have done. */
export async function lockLead(
  scope: AccountScope,
  leadId: string,
  revision: number | undefined,
): Promise<WorkRow | null> {
  const [row] = await lockLeads(scope, [leadId]);
  if (row === undefined) return null;
  if (isCurrent(row, revision)) return row;
  throw new DomainError(
    'changed_meanwhile',
    `${showId('lead', leadId)} has changed since revision ${revision}; load it again`,
  );
}

/** Leads as a request names them: by public ID, some perhaps unknown or malformed. */
export interface NamedLeads {
  readonly leadIds: readonly string[];
  /** By the IDs above. Leads without a revision are changed whatever others have done. */
  readonly revisions?: Readonly<Record<string, number>>;
}

export interface LockedLeads {
  /** Locked, and as the caller has seen them. */
  readonly rows: readonly WorkRow[];
  /** As they were sent. */
  readonly unknown: string[];
  readonly conflicts: string[];
}

export async function lockNamedLeads(
  scope: AccountScope,
  { leadIds, revisions = {} }: NamedLeads,
): Promise<LockedLeads> {
  checkRevisions(leadIds, revisions);
  const ids = new Map(leadIds.map((given) => [given, readId('lead', given)]));
  const found = await lockLeads(
    scope,
    [...ids.values()].filter((id) => id !== null),
  );
  const rowOf = new Map<string | null, WorkRow>(found.map((row) => [fromUuid(row.id), row]));
  const rows = new Set<WorkRow>();
  const unknown: string[] = [];
  const conflicts: string[] = [];
  for (const [given, id] of ids) {
    const row = rowOf.get(id);
    if (row === undefined) unknown.push(given);
    else if (isCurrent(row, revisions[given])) rows.add(row);
    else conflicts.push(given);
  }
  return { rows: found.filter((row) => rows.has(row)), unknown, conflicts };
}

const isCurrent = ({ revision }: WorkRow, seen: number | undefined): boolean =>
  seen === undefined || seen === revision;

/** A misspelt ID would switch the protection off without a word. */
function checkRevisions(leadIds: readonly string[], revisions: Readonly<Record<string, number>>): void {
  const named = new Set(leadIds);
  if (Object.keys(revisions).some((id) => !named.has(id)))
    throw new DomainError('invalid_input', 'revisions has a lead that is not in lead_ids', {
      field: 'revisions',
    });
}

/** The revisions after a change, by public ID. */
export async function readRevisions(
  scope: AccountScope,
  rows: readonly WorkRow[],
): Promise<Record<string, number>> {
  const found = await scope.transaction
    .selectFrom('leads as l')
    .select(['l.id', 'l.revision'])
    .where('l.account_id', '=', scope.accountId)
    .where('l.id', '=', anyOf(rows.map(({ id }) => fromUuid(id))))
    .execute();
  return Object.fromEntries(found.map(({ id, revision }) => [showId('lead', fromUuid(id)), revision]));
}
