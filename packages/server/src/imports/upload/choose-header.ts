// Takes another row of a file as its header, before any row was imported.

import type { ComputePool } from '../../platform/compute/compute-pool.ts';
import type { AccountAccess, AccountScope } from '../../platform/db/account-scope.ts';
import { guessMapping } from '../columns/columns.ts';
import type { FileShape } from '../columns/file-shape.ts';
import { listTopRows, MAX_TOP_ROWS } from '../shape/list-top-rows.ts';
import { type FileShapeRead, MAX_HEAD_BYTES } from '../shape/read-file-shape.ts';
import { READ_SHEET_HEAD } from '../xlsx/compute-tasks.ts';
import { READ_HEAD } from './compute-tasks.ts';
import type { ImportRow } from './upload-result.ts';

export type HeaderResult =
  | { readonly kind: 'changed'; readonly row: ImportRow }
  | { readonly kind: 'unreadable'; readonly error: string }
  | { readonly kind: 'cancelled' };

/** The import must be ready to start. */
export async function chooseHeader(
  account: AccountAccess,
  compute: ComputePool,
  liveAccountId: string,
  row: ImportRow,
  line: number,
): Promise<HeaderResult> {
  const shape = row.shape as FileShape;
  if (shape.format === 'ndjson') return { kind: 'unreadable', error: 'NDJSON files have no header' };
  if (line === shape.headerLine) return { kind: 'changed', row };
  if (row.rows_read > 0)
    return { kind: 'unreadable', error: 'the header can’t change once rows have been imported' };
  const head = await account.enter((scope) => readHead(scope, row.id));
  if (head === null) return { kind: 'cancelled' };
  const isWhole = head.length < MAX_HEAD_BYTES;
  if (!listTopRows(head, isWhole, shape).some((top) => top.line === line))
    return {
      kind: 'unreadable',
      error: `no column names in line ${line}; choose one of the first ${MAX_TOP_ROWS} rows`,
    };
  const bytes = new Uint8Array(head);
  const options = { whenExhausted: 'wait' } as const;
  const read: FileShapeRead =
    shape.workbook === undefined
      ? await compute.run(
          liveAccountId,
          READ_HEAD,
          { head: bytes, isUtf8: shape.encoding === 'utf8', headerLine: line },
          options,
        )
      : await compute.run(
          liveAccountId,
          READ_SHEET_HEAD,
          { head: bytes, isWhole, merged: [], sheet: shape.workbook.sheet, headerLine: line },
          options,
        );
  if (!read.ok) return { kind: 'unreadable', error: read.error };
  const { workbook } = shape;
  return saveShape(account, row.id, workbook === undefined ? read.shape : { ...read.shape, workbook });
}

function saveShape(account: AccountAccess, importId: string, shape: FileShape): Promise<HeaderResult> {
  return account.enter(async ({ transaction, accountId }) => {
    const row = await transaction
      .updateTable('imports')
      .set({
        shape: JSON.stringify(shape),
        mapping: JSON.stringify(guessMapping(shape.columns)),
        next_offset: shape.firstRow.offset,
        next_line: shape.firstRow.line,
      })
      .where('account_id', '=', accountId)
      .where('id', '=', importId)
      .where('status', '=', 'ready')
      .where('rows_read', '=', 0)
      .returningAll()
      .executeTakeFirst();
    return row === undefined ? { kind: 'cancelled' } : { kind: 'changed', row };
  });
}

/** The first chunk. */
async function readHead({ transaction, accountId }: AccountScope, importId: string): Promise<Buffer | null> {
  const chunk = await transaction
    .selectFrom('import_chunks')
    .select('bytes')
    .where('account_id', '=', accountId)
    .where('import_id', '=', importId)
    .where('number', '=', 0)
    .executeTakeFirst();
  return chunk?.bytes ?? null;
}
