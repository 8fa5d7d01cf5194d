// Shows and scores the first rows of a file. Runs on a compute thread, because each row can be as expensive as the
// largest lead.

import type { Preview } from '@leadline/contract';
import { score } from '@leadline/engine';
import { type ColumnMapping, meaningOf, readImportedLead } from './columns.ts';
import type { FileShape } from './file-shape.ts';
import type { Row } from './read-rows.ts';

export interface RowsToPreview {
  readonly rows: readonly Row[];
  readonly shape: FileShape;
  readonly mapping: ColumnMapping;
  readonly now: Date;
}

const MAX_SAMPLE_LENGTH = 80;

export const previewRows = ({ rows, shape, mapping, now }: RowsToPreview): Preview => ({
  columns: shape.columns.map((name) => ({
    name,
    meaning: meaningOf(mapping, name),
    sample: findSample(rows, name),
  })),
  rows: rows.map((row) => toPreviewRow(row, shape, mapping, now)),
});

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
