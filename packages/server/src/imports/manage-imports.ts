// Lists, starts and cancels the imports of an account.

import type { Import, StartBody, Status } from '@leadline/contract';
import { recordAudit } from '../audit/record-audit.ts';
import { fromUuid, makeId, showId } from '../base/ids.ts';
import type { AccountScope } from '../db/account-scope.ts';
import { type ColumnMapping, meaningOf } from './columns.ts';
import type { FileShape } from './file-shape.ts';
import { meaningWithout } from './skipped-headers.ts';
import { chooseStatuses } from './status-words.ts';
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
  { mapping: changes = {}, statuses, when_full }: StartBody,
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
      ...(statuses === undefined
        ? {}
        : { shape: JSON.stringify(addStatuses(found, statuses as Record<string, Status>)) }),
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
  await scope.transaction
    .insertInto('outbox')
    .values({ account_id: scope.accountId, id: makeId(), kind: 'import', subject_id: importId, data: null })
    .execute();
  await recordAudit(scope, 'import.started', showId('imp', importId), {
    file_bytes: row.file_bytes,
  });
  return { kind: 'changed', row };
}

const addStatuses = (row: ImportRow, statuses: Readonly<Record<string, Status>>): FileShape => {
  const shape = row.shape as FileShape;
  return { ...shape, statuses: { ...shape.statuses, ...chooseStatuses(statuses) } };
};

/** Keeps the leads that were already imported. */
export async function cancelImport(scope: AccountScope, importId: string): Promise<ChangeResult> {
  const found = await findToChange(scope, importId);
  if (found === null) return { kind: 'not found' };
  if (['finished', 'cancelled', 'failed'].includes(found.status))
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
    .where('id', '=', importId);

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
    status: row.status,
    file_name: row.file_name,
    file_bytes: fileBytes,
    format: shape?.format ?? null,
    sheet: shape?.workbook?.sheet ?? null,
    sheets: [...(shape?.workbook?.sheets ?? [])],
    mapping: row.mapping as ColumnMapping | null,
    when_full: row.when_full,
    progress: {
      bytes_read: row.status === 'finished' ? fileBytes : Math.floor(share * fileBytes),
      rows_read: row.rows_read,
      stored: row.rows_stored,
      refused: row.rows_refused,
      unassigned: row.rows_unassigned,
    },
    refused_not_kept: row.rows_not_kept,
    error: row.error,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}
