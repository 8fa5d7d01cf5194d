// Shows and scores the first rows of a file. Runs on a compute thread, because each row can be as expensive as the
// largest lead.

import type { Preview } from '@leadline/contract';
import { DEFAULT_SETTINGS, type Settings, score } from '@leadline/engine';
import { openScoringModel, type ScoringModel } from '../../scoring/models/scoring-model.ts';
import {
  type ColumnMapping,
  type Conventions,
  guessColumns,
  joinWarnings,
  meaningOf,
  readImportedLead,
} from '../columns/columns.ts';
import type { FileShape } from '../columns/file-shape.ts';
import { makeAssigneeMatcher, type TeamMate } from '../columns/match-assignee.ts';
import type { Row } from '../rows/read-rows.ts';

export interface RowsToPreview {
  readonly rows: readonly Row[];
  readonly shape: FileShape;
  readonly mapping: ColumnMapping;
  readonly team: readonly TeamMate[];
  /** Of the account. */
  readonly currency: string;
  readonly now: Date;
  /** Null means the defaults. */
  readonly settings: Settings | null;
  /** Null means rules alone. */
  readonly model: ScoringModel | null;
}

export type PreviewedRows = Pick<Preview, 'columns' | 'rows'>;

const MAX_SAMPLE_LENGTH = 80;

export function previewRows({
  rows,
  shape,
  mapping,
  team,
  currency,
  now,
  settings,
  model,
}: RowsToPreview): PreviewedRows {
  const matchAssignee = makeAssigneeMatcher(team);
  const { skipReasons } = guessColumns(shape.columns);
  return {
    columns: shape.columns.map((name) => {
      const meaning = meaningOf(mapping, name);
      const reason = meaning === 'ignore' ? skipReasons.get(name) : undefined;
      return { name, meaning, sample: findSample(rows, name), skipped_because: reason ?? null };
    }),
    rows: rows.map((row) =>
      toPreviewRow(
        row,
        { ...shape, currency },
        mapping,
        matchAssignee,
        now,
        settings ?? DEFAULT_SETTINGS,
        model,
      ),
    ),
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
  conventions: Conventions,
  mapping: ColumnMapping,
  matchAssignee: (text: string) => TeamMate | null,
  now: Date,
  settings: Settings,
  model: ScoringModel | null,
): Preview['rows'][number] {
  if (!row.ok) return { line: row.line, error: row.error };
  const read = readImportedLead(row.fields, mapping, now, conventions);
  if (!read.ok) return { line: row.line, error: read.error };
  const { lead, receivedAt, outcome, stage, assignee, warnings } = read.value;
  const { data } = score(lead, {
    now: receivedAt ?? now,
    settings,
    model: openScoringModel(model),
  });
  return {
    line: row.line,
    lead,
    score: data.score,
    grade: data.grade,
    status: outcome?.outcome ?? stage,
    ...(outcome === null ? {} : { outcome: outcome.outcome }),
    ...(outcome === null || outcome.amount === null ? {} : { outcome_amount: outcome.amount }),
    ...nameAssignee(assignee, matchAssignee),
    ...(receivedAt === null ? {} : { received_at: receivedAt.toISOString() }),
    ...(warnings.length === 0 ? {} : { warning: joinWarnings(warnings) }),
  };
}

function nameAssignee(
  assignee: string | null,
  matchAssignee: (text: string) => TeamMate | null,
): Pick<Preview['rows'][number], 'assignee' | 'unknown_assignee' | 'viewer_assignee'> {
  if (assignee === null) return {};
  const member = matchAssignee(assignee);
  if (member === null) return { unknown_assignee: shorten(assignee) };
  const name = member.name || member.email;
  return member.worksOnLeads ? { assignee: name } : { viewer_assignee: name };
}
