// The first rows of a file, read and scored as the import would; nothing is stored.

import type { Preview } from '@leadline/contract';
import { score } from '@leadline/engine';
import type { AccountScope } from '../db/account-scope.ts';
import { type ColumnMapping, meaningOf, readImportedLead } from './columns.ts';
import type { FileShape } from './file-shape.ts';
import { type Row, readRows } from './read-rows.ts';
import type { ImportRow } from './upload-file.ts';

const MAX_ROWS = 10;
const MAX_SAMPLE_LENGTH = 80;

/** Null when the file is gone. */
export async function previewImport(
  scope: AccountScope,
  row: ImportRow,
  mapping: ColumnMapping,
  now: Date,
): Promise<Preview | null> {
  const shape = row.shape as FileShape;
  const rows = await firstRows(readPieces(scope, row.id, shape.firstRow.offset), shape);
  if (rows === null) return null;
  return {
    columns: shape.columns.map((name) => ({
      name,
      meaning: meaningOf(mapping, name),
      sample: findSample(rows, name),
    })),
    rows: rows.map((each) => show(each, shape, mapping, now)),
  };
}

/** As many as the first rows can take: one holds a piece at most. */
async function* readPieces(scope: AccountScope, importId: string, from: number): AsyncGenerator<Buffer> {
  for (let number = 0; number <= MAX_ROWS + 1; number++) {
    const piece = await scope.transaction
      .selectFrom('import_chunks')
      .select('bytes')
      .where('account_id', '=', scope.accountId)
      .where('import_id', '=', importId)
      .where('number', '=', number)
      .executeTakeFirst();
    if (piece === undefined) return;
    yield number === 0 ? piece.bytes.subarray(from) : piece.bytes;
  }
}

async function firstRows(pieces: AsyncIterable<Buffer>, shape: FileShape): Promise<Row[] | null> {
  const rows: Row[] = [];
  for await (const lot of readRows(pieces, shape, shape.firstRow)) {
    rows.push(...lot);
    if (rows.length >= MAX_ROWS) return rows.slice(0, MAX_ROWS);
  }
  return rows.length === 0 ? null : rows;
}

function findSample(rows: readonly Row[], column: string): string | null {
  for (const row of rows) {
    const value = row.ok && Object.hasOwn(row.fields, column) ? row.fields[column] : null;
    const text = (typeof value === 'string' ? value : JSON.stringify(value ?? '')).trim();
    if (text === '' || text === '""') continue;
    return text.length > MAX_SAMPLE_LENGTH ? `${text.slice(0, MAX_SAMPLE_LENGTH).toWellFormed()}…` : text;
  }
  return null;
}

function show(row: Row, shape: FileShape, mapping: ColumnMapping, now: Date): Preview['rows'][number] {
  if (!row.ok) return { line: row.line, error: row.error };
  const read = readImportedLead(row.fields, mapping, now, shape.isDayFirst);
  if (!read.ok) return { line: row.line, error: read.error };
  const { lead, receivedAt, outcome } = read.value;
  const { data } = score(lead, { now: receivedAt ?? now });
  return {
    line: row.line,
    lead,
    score: data.score,
    grade: data.grade,
    ...(outcome === null ? {} : { outcome: outcome.outcome }),
    ...(receivedAt === null ? {} : { received_at: receivedAt.toISOString() }),
  };
}
