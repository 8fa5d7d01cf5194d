// Previews the first rows of a file: reads and scores them as the import would, without storing anything.

import type { Preview } from '@leadline/contract';
import { score } from '@leadline/engine';
import type { AccountScope } from '../db/account-scope.ts';
import { type ColumnMapping, meaningOf, readImportedLead } from './columns.ts';
import type { FileShape } from './file-shape.ts';
import { type Row, readRows } from './read-rows.ts';
import type { ImportRow } from './upload-file.ts';

const MAX_ROWS = 10;
const MAX_SAMPLE_LENGTH = 80;

/** Returns null if the file has been deleted. */
export async function previewImport(
  scope: AccountScope,
  row: ImportRow,
  mapping: ColumnMapping,
  now: Date,
): Promise<Preview | null> {
  const shape = row.shape as FileShape;
  const rows = await readFirstRows(readChunks(scope, row.id, shape.firstRow.offset), shape);
  if (rows === null) return null;
  return {
    columns: shape.columns.map((name) => ({
      name,
      meaning: meaningOf(mapping, name),
      sample: findSample(rows, name),
    })),
    rows: rows.map((previewed) => toPreviewRow(previewed, shape, mapping, now)),
  };
}

/** Reads enough chunks to cover the first rows, since no row is longer than a chunk. */
async function* readChunks(scope: AccountScope, importId: string, from: number): AsyncGenerator<Buffer> {
  for (let number = 0; number <= MAX_ROWS + 1; number++) {
    const chunk = await scope.transaction
      .selectFrom('import_chunks')
      .select('bytes')
      .where('account_id', '=', scope.accountId)
      .where('import_id', '=', importId)
      .where('number', '=', number)
      .executeTakeFirst();
    if (chunk === undefined) return;
    yield number === 0 ? chunk.bytes.subarray(from) : chunk.bytes;
  }
}

async function readFirstRows(chunks: AsyncIterable<Buffer>, shape: FileShape): Promise<Row[] | null> {
  const rows: Row[] = [];
  for await (const batch of readRows(chunks, shape, shape.firstRow)) {
    rows.push(...batch.rows);
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

function toPreviewRow(
  row: Row,
  shape: FileShape,
  mapping: ColumnMapping,
  now: Date,
): Preview['rows'][number] {
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
