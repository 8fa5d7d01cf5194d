// Refused rows as a file: as they stood, with two columns that say where and why, which an import passes over. Mended,
// it can be uploaded as it is.

import { Readable } from 'node:stream';
import type { AccountAccess } from '../db/account-scope.ts';
import { OUR_COLUMNS } from './columns.ts';
import type { FileShape } from './file-shape.ts';
import type { ImportRow } from './upload-file.ts';

export interface Download {
  readonly type: string;
  readonly extension: 'csv' | 'ndjson';
  readonly content: Readable;
}

const AT_ONCE = 200;
const [LINE = '', REASON = ''] = OUR_COLUMNS;

export function downloadRefusals(account: AccountAccess, row: ImportRow): Download {
  const shape = row.shape as FileShape | null;
  const rows = readRefusals(account, row.id);
  if (shape?.format === 'ndjson') {
    return { type: 'application/x-ndjson', extension: 'ndjson', content: Readable.from(asJson(rows)) };
  }
  const content = Readable.from(asCsv(rows, shape?.columns ?? []));
  return { type: 'text/csv; charset=utf-8', extension: 'csv', content };
}

interface Refusal {
  readonly line: number;
  readonly reason: string;
  readonly content: string;
}

async function* readRefusals(account: AccountAccess, importId: string): AsyncGenerator<Refusal> {
  for (let after = 0; ; ) {
    const rows = await account.enter((scope) =>
      scope.transaction
        .selectFrom('import_refusals as r')
        .select(['r.line', 'r.reason', 'r.content'])
        .where('r.account_id', '=', scope.accountId)
        .where('r.import_id', '=', importId)
        .where('r.line', '>', after)
        .orderBy('r.line')
        .limit(AT_ONCE)
        .execute(),
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < AT_ONCE) return;
    after = last.line;
  }
}

async function* asJson(rows: AsyncIterable<Refusal>): AsyncGenerator<string> {
  for await (const { line, reason, content } of rows) {
    const row = JSON.parse(content) as unknown;
    const fields = typeof row === 'object' && row !== null ? row : { row };
    yield `${JSON.stringify({ ...fields, [LINE]: line, [REASON]: reason })}\n`;
  }
}

async function* asCsv(rows: AsyncIterable<Refusal>, columns: readonly string[]): AsyncGenerator<string> {
  yield `${[...columns, LINE, REASON].map(quote).join(',')}\r\n`;
  for await (const { line, reason, content } of rows) {
    const row = JSON.parse(content) as unknown;
    // A row that could not be read stands as it was in the first column.
    const values =
      typeof row === 'object' && row !== null
        ? columns.map((name) => String((row as Record<string, unknown>)[name] ?? ''))
        : columns.map((_, index) => (index === 0 ? String(row) : ''));
    // A row may have had more values than the header names.
    const more = Object.entries(typeof row === 'object' ? (row ?? {}) : {})
      .filter(([name]) => !columns.includes(name))
      .map(([, value]) => String(value));
    yield `${[...values, String(line), reason, ...more].map(quote).join(',')}\r\n`;
  }
}

/** A spreadsheet would run what begins like a formula. */
function quote(text: string): string {
  const safe = /^[=+@\t\r-]/.test(text) && !/^[+-]?[\d\s().-]+$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
