// Lists, starts and cancels the imports of an account.

import type { Import, StartBody, Status } from '@leadline/contract';
import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { fromUuid, makeId, showId } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import { type ColumnMapping, meaningOf } from '../columns/columns.ts';
import type { FileShape } from '../columns/file-shape.ts';
import { meaningWithout } from '../columns/skipped-headers.ts';
import { chooseStatuses } from '../columns/status-words.ts';
import type { ImportRow } from './upload-result.ts';

export type ChangeResult =
  | { readonly kind: 'changed'; readonly row: ImportRow }
  | { readonly kind: 'not found' }
  | { readonly kind: 'not now'; readonly status: ImportRow['status'] }
  | { readonly kind: 'wrong mapping'; readonly error: string };

const MAX_LISTED = 100;

export const listImports = (scope: AccountScope): Promise<ImportRow[]> =>
  scope.transaction
    .selectFrom('imports')
    .selectAll()
    .where('account_id', '=', scope.accountId)
    .where('status', '<>', 'rejected')
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute();

/** Returns null if the account has no such import. */
export async function getImport(scope: AccountScope, importId: string): Promise<ImportRow | null> {
  return (await find(scope, importId).executeTakeFirst()) ?? null;
}

/** Starts a new import from the beginning, and a stopped one where it left off. */
export async function startImport(
  scope: AccountScope,
  importId: string,
  { mapping: changes = {}, statuses, date_order, when_full }: StartBody,
): Promise<ChangeResult> {
  const found = await findToChange(scope, importId);
  if (found === null) return { kind: 'not found' };
  if (found.status !== 'ready' && found.status !== 'stopped')
    return { kind: 'not now', status: found.status };
  const merged = mergeMapping(found, changes as ColumnMapping);
  if (!merged.ok) return { kind: 'wrong mapping', error: merged.error };
  const row = await scope.transaction
    .updateTable('imports')
    .set({
      status: 'queued',
      mapping: JSON.stringify(merged.mapping),
      attempts: 0,
      error: null,
      finished_at: null,
      shape: JSON.stringify(addChoices(found, statuses, date_order)),
      ...(when_full === undefined ? {} : { when_full }),
    })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', importId)
    .returningAll()
    .executeTakeFirstOrThrow();
  // No other sheet can be chosen any more.
  await scope.transaction
    .deleteFrom('import_chunks')
    .where('account_id', '=', scope.accountId)
    .where('import_id', '=', importId)
    .where('number', '<', 0)
    .execute();
  await queueTurn(scope, importId);
  await recordAudit(scope, 'import.started', showId('imp', importId), {
    file_bytes: row.file_bytes,
  });
  return { kind: 'changed', row };
}

function addChoices(
  row: ImportRow,
  statuses: StartBody['statuses'],
  order: StartBody['date_order'],
): FileShape {
  const shape = row.shape as FileShape;
  return {
    ...shape,
    ...(statuses === undefined
      ? {}
      : {
          statuses: { ...shape.statuses, ...chooseStatuses(statuses as Record<string, Status>) },
        }),
    ...(order === undefined ? {} : { isDayFirst: order === 'day_first' }),
  };
}

/** Keeps the leads that were already imported. */
export async function cancelImport(scope: AccountScope, importId: string): Promise<ChangeResult> {
  const found = await findToChange(scope, importId);
  if (found === null) return { kind: 'not found' };
  if (['finished', 'cancelled', 'failed', 'undoing', 'undone'].includes(found.status))
    return { kind: 'not now', status: found.status };
  const row = await scope.transaction
    .updateTable('imports')
    .set({ status: 'cancelled', finished_at: new Date() })
    .where('account_id', '=', scope.accountId)
    .where('id', '=', importId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await scope.transaction
    .deleteFrom('import_chunks')
    .where('account_id', '=', scope.accountId)
    .where('import_id', '=', importId)
    .execute();
  await recordAudit(scope, 'import.cancelled', showId('imp', importId), {
    stored: row.rows_stored,
  });
  return { kind: 'changed', row };
}

const DAY_MS = 24 * 60 * 60 * 1_000;
const UNDO_DAYS = 30;
const ENDED: readonly ImportRow['status'][] = ['finished', 'stopped', 'cancelled', 'failed'];

/** Null if there is nothing to undo, or it is too late. */
function findUndoEnd({ status, rows_stored, finished_at }: ImportRow): Date | null {
  if (!ENDED.includes(status) || rows_stored === 0 || finished_at === null) return null;
  const end = new Date(finished_at.getTime() + UNDO_DAYS * DAY_MS);
  return end > new Date() ? end : null;
}

/** A worker deletes the leads; see erasure/undo-import.ts. */
export async function startUndo(scope: AccountScope, importId: string): Promise<ChangeResult> {
  const found = await findToChange(scope, importId);
  if (found === null) return { kind: 'not found' };
  if (findUndoEnd(found) === null) return { kind: 'not now', status: found.status };
  const { transaction, accountId } = scope;
  const row = await transaction
    .updateTable('imports')
    .set({ status: 'undoing' })
    .where('account_id', '=', accountId)
    .where('id', '=', importId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await transaction
    .deleteFrom('import_chunks')
    .where('account_id', '=', accountId)
    .where('import_id', '=', importId)
    .execute();
  await queueTurn(scope, importId);
  await recordAudit(scope, 'import.undo_started', showId('imp', importId), { stored: row.rows_stored });
  return { kind: 'changed', row };
}

const queueTurn = ({ transaction, accountId }: AccountScope, importId: string) =>
  transaction
    .insertInto('outbox')
    .values({ account_id: accountId, id: makeId(), kind: 'import', subject_id: importId, data: null })
    .execute();

/** Applies the caller's changes to the guessed mapping. */
export function mergeMapping(
  row: ImportRow,
  changes: ColumnMapping,
): { ok: true; mapping: ColumnMapping } | { ok: false; error: string } {
  const { columns } = row.shape as FileShape;
  const unknown = Object.keys(changes).find((name) => !columns.includes(name));
  if (unknown !== undefined) return { ok: false, error: `unknown column "${unknown.slice(0, 80)}"` };
  const guessed = row.mapping as ColumnMapping;
  // If the caller assigns a meaning to another column, the column we guessed loses it.
  const assigned = new Set(Object.values(changes));
  const mapping = Object.fromEntries(
    columns.map((name) => {
      const guess = meaningOf(guessed, name);
      if (Object.hasOwn(changes, name)) return [name, meaningOf(changes, name)];
      return [name, assigned.has(guess) ? meaningWithout(guess) : guess];
    }),
  );
  const meanings = Object.values(mapping).filter((meaning) => meaning !== 'custom' && meaning !== 'ignore');
  const twice = meanings.find((meaning, index) => meanings.indexOf(meaning) !== index);
  if (twice !== undefined) return { ok: false, error: `two columns are mapped to ${twice}` };
  if (!meanings.includes('email') && !meanings.includes('phone'))
    return { ok: false, error: 'no column is mapped to email or phone' };
  return { ok: true, mapping };
}

const find = (scope: AccountScope, importId: string) =>
  scope.transaction
    .selectFrom('imports')
    .selectAll()
    .where('account_id', '=', scope.accountId)
    .where('id', '=', importId)
    .where('status', '<>', 'rejected');

/** Locks the row, so that concurrent changes wait. */
const findToChange = async (scope: AccountScope, importId: string): Promise<ImportRow | null> =>
  (await find(scope, importId).forUpdate().executeTakeFirst()) ?? null;

export function toImport(row: ImportRow): Import {
  const shape = row.shape as FileShape | null;
  const fileBytes = shape?.workbook === undefined ? row.file_bytes : row.workbook_bytes;
  // The position in a workbook is known in terms of the rows that were stored.
  const share = row.file_bytes === 0 ? 0 : row.next_offset / row.file_bytes;
  return {
    import_id: showId('imp', fromUuid(row.id)),
    status: row.status as Import['status'], // those of rejected uploads aren't found
    file_name: row.file_name,
    file_bytes: fileBytes,
    format: shape?.format ?? null,
    sheet: shape?.workbook?.sheet ?? null,
    sheets: [...(shape?.workbook?.sheets ?? [])],
    header_line: shape?.headerLine ?? null,
    mapping: row.mapping as ColumnMapping | null,
    when_full: row.when_full,
    progress: {
      bytes_read: row.status === 'finished' ? fileBytes : Math.floor(share * fileBytes),
      rows_read: row.rows_read,
      stored: row.rows_stored,
      refused: row.rows_refused,
      unassigned: row.rows_unassigned,
      repeated: row.rows_repeated,
      warnings: row.rows_with_warnings,
      removed: row.rows_removed,
    },
    can_undo_until: findUndoEnd(row)?.toISOString() ?? null,
    refused_not_kept: row.rows_not_kept,
    error: row.error,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}
