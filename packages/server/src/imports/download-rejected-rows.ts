// Writes rejected rows to a file, with two extra columns for the line number and the reason. Once corrected, the file
// can be uploaded as it is, because imports ignore the extra columns.

import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { AccountAccess, AccountScope } from '../db/account-scope.ts';
import { ADDED_COLUMNS } from './columns.ts';
import type { FileShape } from './file-shape.ts';
import type { ImportRow } from './upload-file.ts';

export interface Download {
  readonly type: string;
  readonly extension: 'csv' | 'ndjson';
  readonly content: Readable;
}

const PAGE_SIZE = 200;
/** A rejected row can take 1 MB. A page ends with the row that exceeds this. */
const MAX_PAGE_BYTES = 1024 * 1024;
const [LINE = '', REASON = ''] = ADDED_COLUMNS;

export function downloadRejectedRows(account: AccountAccess, row: ImportRow): Download {
  const shape = row.shape as FileShape | null;
  const rows = readRejectedRows(account, row.id);
  if (shape?.format === 'ndjson') {
    return { type: 'application/x-ndjson', extension: 'ndjson', content: Readable.from(asJson(rows)) };
  }
  const content = Readable.from(asCsv(rows, shape?.columns ?? []));
  return { type: 'text/csv; charset=utf-8', extension: 'csv', content };
}

interface RejectedRow {
  readonly line: number;
  readonly reason: string;
  readonly content: string;
}

async function* readRejectedRows(account: AccountAccess, importId: string): AsyncGenerator<RejectedRow> {
  for (let after = 0; ; ) {
    const rows = await account.enter((scope) => readPage(scope, importId, after));
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.line;
  }
}

async function readPage(scope: AccountScope, importId: string, after: number): Promise<RejectedRow[]> {
  const { rows } = await sql<RejectedRow>`
    select r.line, r.reason, r.content from leadline.import_refusals r join (
      select n.line, sum(octet_length(n.content)) over (order by n.line) - octet_length(n.content) as bytes_before
      from leadline.import_refusals n
      where n.account_id = ${scope.accountId} and n.import_id = ${importId} and n.line > ${after}
      order by n.line limit ${PAGE_SIZE}
    ) page on page.line = r.line
    where r.account_id = ${scope.accountId} and r.import_id = ${importId} and page.bytes_before < ${MAX_PAGE_BYTES}
    order by r.line`.execute(scope.transaction);
  return rows;
}

async function* asJson(rows: AsyncIterable<RejectedRow>): AsyncGenerator<string> {
  for await (const { line, reason, content } of rows) {
    const row = JSON.parse(content) as unknown;
    const fields = typeof row === 'object' && row !== null ? row : { row };
    yield `${JSON.stringify({ ...fields, [LINE]: line, [REASON]: reason })}\n`;
  }
}

async function* asCsv(rows: AsyncIterable<RejectedRow>, columns: readonly string[]): AsyncGenerator<string> {
  yield `${[...columns, LINE, REASON].map(quote).join(',')}\r\n`;
  for await (const { line, reason, content } of rows) {
    const row = JSON.parse(content) as unknown;
    // If a row couldn't be parsed, its raw text goes into the first column.
    const values =
      typeof row === 'object' && row !== null
        ? columns.map((name) => String((row as Record<string, unknown>)[name] ?? ''))
        : columns.map((_, index) => (index === 0 ? String(row) : ''));
    // A row can have more values than the header has columns.
    const extra = Object.entries(typeof row === 'object' ? (row ?? {}) : {})
      .filter(([name]) => !columns.includes(name))
      .map(([, value]) => String(value));
    yield `${[...values, String(line), reason, ...extra].map(quote).join(',')}\r\n`;
  }
}

/** Escapes anything that a spreadsheet would run as a formula. */
function quote(text: string): string {
  const safe = /^[=+@\t\r-]/.test(text) && !/^[+-]?[\d\s().-]+$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
