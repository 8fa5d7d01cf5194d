// Writes rejected rows, or those that were stored with a warning, to a file, with two extra columns for the line number and the reason. Once corrected, the file
// can be uploaded as it is, because imports ignore the extra columns.

import { Readable } from 'node:stream';
import { writeCell } from '@leadline/csv';
import type { AccountAccess } from '../../platform/db/account-scope.ts';
import { ADDED_COLUMNS } from '../columns/column-names.ts';
import type { FileShape } from '../columns/file-shape.ts';
import type { ImportRow } from './upload-result.ts';

export interface Download {
  readonly type: string;
  readonly extension: 'csv' | 'ndjson';
  readonly content: Readable;
}

/** A row takes up 64 KiB at most. */
const PAGE_SIZE = 50;
const [LINE = '', REASON = ''] = ADDED_COLUMNS;

/** All rows, or only the first ones. */
export function downloadRows(
  account: AccountAccess,
  row: ImportRow,
  which: 'rejected' | 'warnings',
  limit: number | undefined,
): Download {
  const shape = row.shape as FileShape | null;
  const rows = readRows(account, row.id, which === 'warnings', limit);
  const notice = limit === undefined && which === 'rejected' ? describeRowsNotKept(row.rows_not_kept) : null;
  if (shape?.format === 'ndjson') {
    return {
      type: 'application/x-ndjson',
      extension: 'ndjson',
      content: Readable.from(asJson(rows, notice)),
    };
  }
  const content = Readable.from(asCsv(rows, shape?.columns ?? [], notice));
  return { type: 'text/csv; charset=utf-8', extension: 'csv', content };
}

interface KeptRow {
  readonly line: number;
  readonly reason: string;
  readonly content: string;
}

async function* readRows(
  account: AccountAccess,
  importId: string,
  isStored: boolean,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<KeptRow> {
  for (let after = 0, left = limit; ; left -= PAGE_SIZE) {
    const pageSize = Math.min(PAGE_SIZE, left);
    const rows = await account.enter((scope) =>
      scope.transaction
        .selectFrom('import_refusals as r')
        .select(['r.line', 'r.reason', 'r.content'])
        .where('r.account_id', '=', scope.accountId)
        .where('r.import_id', '=', importId)
        .where('r.is_stored', '=', isStored)
        .where('r.line', '>', after)
        .orderBy('r.line')
        .limit(pageSize)
        .execute(),
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_SIZE || left <= PAGE_SIZE) return;
    after = last.line;
  }
}

/** Its row has no other values, so an import of the corrected file skips it. */
const describeRowsNotKept = (count: number): string | null =>
  count === 0
    ? null
    : `${count} more ${count === 1 ? 'row was' : 'rows were'} rejected, which are too many to keep here`;

async function* asJson(rows: AsyncIterable<KeptRow>, notice: string | null): AsyncGenerator<string> {
  for await (const { line, reason, content } of rows) {
    const row = JSON.parse(content) as unknown;
    const fields = typeof row === 'object' && row !== null ? row : { row };
    yield `${JSON.stringify({ ...fields, [LINE]: line, [REASON]: reason })}\n`;
  }
  if (notice !== null) yield `${JSON.stringify({ [REASON]: notice })}\n`;
}

async function* asCsv(
  rows: AsyncIterable<KeptRow>,
  columns: readonly string[],
  notice: string | null,
): AsyncGenerator<string> {
  const known = new Set(columns);
  yield `${[...columns, LINE, REASON].map(writeCell).join(',')}\r\n`;
  for await (const { line, reason, content } of rows) {
    const row = JSON.parse(content) as unknown;
    // If a row couldn't be parsed, its raw text goes into the first column.
    const values =
      typeof row === 'object' && row !== null
        ? columns.map((name) => String((row as Record<string, unknown>)[name] ?? ''))
        : columns.map((_, index) => (index === 0 ? String(row) : ''));
    // A row can have more values than the header has columns.
    const extra = Object.entries(typeof row === 'object' ? (row ?? {}) : {})
      .filter(([name]) => !known.has(name))
      .map(([, value]) => String(value));
    yield `${[...values, String(line), reason, ...extra].map(writeCell).join(',')}\r\n`;
  }
  if (notice !== null) yield `${[...columns.map(() => ''), '', notice].map(writeCell).join(',')}\r\n`;
}
