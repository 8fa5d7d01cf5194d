// Shows and scores the first rows of a file. Runs on a compute thread, because each row can be as expensive as the
// largest lead.

import type { Preview } from '@leadline/contract';
import { score } from '@leadline/engine';
import { type ColumnMapping, guessColumns, meaningOf, readImportedLead } from './columns.ts';
import type { FileShape } from './file-shape.ts';
import { makeAssigneeMatcher, type TeamMate } from './match-assignee.ts';
import type { Row } from './read-rows.ts';

export interface RowsToPreview {
  readonly rows: readonly Row[];
  readonly shape: FileShape;
  readonly mapping: ColumnMapping;
  readonly team: readonly TeamMate[];
  readonly now: Date;
}

const MAX_SAMPLE_LENGTH = 80;

export function previewRows({ rows, shape, mapping, team, now }: RowsToPreview): Preview {
  const matchAssignee = makeAssigneeMatcher(team);
  const { skipReasons } = guessColumns(shape.columns);
  return {
    columns: shape.columns.map((name) => {
      const meaning = meaningOf(mapping, name);
      const reason = meaning === 'ignore' ? skipReasons.get(name) : undefined;
      return { name, meaning, sample: findSample(rows, name), skipped_because: reason ?? null };
    }),
    rows: rows.map((row) => toPreviewRow(row, shape, mapping, matchAssignee, now)),
  };
}

function findSample(rows: readonly Row[], column: string): string | null {
  for (const row of rows) {
    const value = row.ok && Object.hasOwn(row.fields, column) ? row.fields[column] : null;
    const text = (typeof value === 'string' ? value : JSON.stringify(value ?? '')).trim();
    if (text === '' || text === '""') continue;
    return shorten(text);
  }
  return null;
}

const shorten = (text: string): string =>
  text.length > MAX_SAMPLE_LENGTH ? `${text.slice(0, MAX_SAMPLE_LENGTH).toWellFormed()}…` : text;

function toPreviewRow(
  row: Row,
  shape: FileShape,
  mapping: ColumnMapping,
  matchAssignee: (text: string) => TeamMate | null,
  now: Date,
): Preview['rows'][number] {
  if (!row.ok) return { line: row.line, error: row.error };
  const read = readImportedLead(row.fields, mapping, now, shape.isDayFirst);
  if (!read.ok) return { line: row.line, error: read.error };
  const { lead, receivedAt, outcome, stage, assignee } = read.value;
  const member = assignee === null ? null : matchAssignee(assignee);
  const { data } = score(lead, { now: receivedAt ?? now });
  return {
    line: row.line,
    lead,
    score: data.score,
    grade: data.grade,
    status: outcome?.outcome ?? stage,
    ...(outcome === null ? {} : { outcome: outcome.outcome }),
    ...(member === null ? {} : { assignee: member.name || member.email }),
    ...(assignee !== null && member === null ? { unknown_assignee: shorten(assignee) } : {}),
    ...(receivedAt === null ? {} : { received_at: receivedAt.toISOString() }),
  };
}
