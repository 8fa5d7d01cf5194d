// Reads and scores the first rows of a file. Runs on a compute thread, because each row can be as expensive as the
// largest lead.

import type { Preview } from '@leadline/contract';
import { score } from '@leadline/engine';
import { type ColumnMapping, meaningOf, readImportedLead } from './columns.ts';
import type { FileShape } from './file-shape.ts';
import { type Row, readRows } from './read-rows.ts';

export interface RowsToPreview {
  /** From the first row on. */
  readonly bytes: Uint8Array;
  /** Whether the bytes reach the end of the file. */
  readonly isLast: boolean;
  readonly shape: FileShape;
  readonly mapping: ColumnMapping;
  readonly now: Date;
}

/** `more`: the bytes end before the last row to preview. */
export type PreviewRead = Preview | 'more' | 'no rows';

const MAX_ROWS = 10;
const MAX_SAMPLE_LENGTH = 80;

export async function previewRows({
  bytes,
  isLast,
  shape,
  mapping,
  now,
}: RowsToPreview): Promise<PreviewRead> {
  const found: Row[] = [];
  for await (const { rows } of readRows(inOneChunk(bytes), shape, shape.firstRow)) {
    found.push(...rows);
    if (found.length > MAX_ROWS) break;
  }
  // The last row may go on after these bytes.
  if (!isLast && found.length <= MAX_ROWS) return 'more';
  if (found.length === 0) return 'no rows';
  const shown = found.slice(0, MAX_ROWS);
  return {
    columns: shape.columns.map((name) => ({
      name,
      meaning: meaningOf(mapping, name),
      sample: findSample(shown, name),
    })),
    rows: shown.map((row) => toPreviewRow(row, shape, mapping, now)),
  };
}

async function* inOneChunk(bytes: Uint8Array): AsyncGenerator<Buffer> {
  yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
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
