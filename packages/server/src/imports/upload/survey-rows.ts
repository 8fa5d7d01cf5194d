// Reads the first megabyte of a file, at most 20,000 rows, for what people should know or decide before the import starts:
// the words for statuses, the order of day and month, and the rows that would lose a date or an amount. Runs on a
// compute thread.

import type { Preview } from '@leadline/contract';
import {
  type ColumnMapping,
  type Conventions,
  type RowWarning,
  readImportedLead,
} from '../columns/columns.ts';
import type { FileShape } from '../columns/file-shape.ts';
import { type Row, readSlice } from '../rows/read-rows.ts';
import { findDateOrder, hasDateColumn } from '../shape/find-date-order.ts';
import { hasStatusColumn, listStatusWords } from './list-status-words.ts';

export interface RowsToSurvey {
  /** From the first row on. */
  readonly bytes: Uint8Array;
  /** Whether the file goes on, so that the last row may be incomplete. */
  readonly isCutOff: boolean;
  readonly shape: FileShape;
  readonly mapping: ColumnMapping;
  readonly conventions: Omit<Conventions, 'isDayFirst'>;
  /** Null if nobody has chosen. */
  readonly isDayFirst: boolean | null;
  readonly now: Date;
}

export type RowSurvey = Pick<Preview, 'status_words' | 'date_order' | 'warnings'>;

/** A megabyte of tiny rows would cost seconds. */
const MAX_SURVEYED_ROWS = 20_000;
const MAX_LINES = 10;
const MAX_WARNINGS = 20;

export function surveyRows({
  bytes,
  isCutOff,
  shape,
  mapping,
  conventions,
  isDayFirst,
  now,
}: RowsToSurvey): RowSurvey {
  const slice = {
    bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
    from: shape.firstRow,
    end: shape.firstRow,
  };
  const rows = readSlice(slice, shape, !isCutOff, MAX_SURVEYED_ROWS);
  const found = findDateOrder(rows, mapping, shape.isDayFirst);
  const order = isDayFirst === null ? found?.order : isDayFirst ? 'day_first' : 'month_first';
  return {
    status_words: listStatusWords(rows, shape, mapping),
    date_order: found === null ? null : { ...found, order: order ?? found.order },
    warnings: listWarnings(rows, mapping, now, {
      ...conventions,
      isDayFirst: order === undefined ? shape.isDayFirst : order === 'day_first',
    }),
  };
}

export const needsSurvey = (mapping: ColumnMapping): boolean =>
  hasStatusColumn(mapping) || hasDateColumn(mapping);

export const NO_SURVEY: RowSurvey = { status_words: [], date_order: null, warnings: [] };

function listWarnings(
  rows: readonly Row[],
  mapping: ColumnMapping,
  now: Date,
  conventions: Conventions,
): Preview['warnings'] {
  const found = new Map<string, Preview['warnings'][number]>();
  for (const row of rows) {
    const read = row.ok ? readImportedLead(row.fields, mapping, now, conventions) : null;
    if (!read?.ok) continue;
    for (const warning of read.value.warnings) {
      const key = JSON.stringify([warning.column, warning.kind, warning.currency]);
      const known = found.get(key);
      if (known === undefined) found.set(key, { ...toWarning(warning), rows: 1, lines: [row.line] });
      else {
        known.rows++;
        if (known.lines.length < MAX_LINES) known.lines.push(row.line);
      }
    }
  }
  return [...found.values()].toSorted((a, b) => b.rows - a.rows).slice(0, MAX_WARNINGS);
}

const toWarning = ({
  column,
  kind,
  currency,
  message,
}: RowWarning): Omit<Preview['warnings'][number], 'rows' | 'lines'> => ({
  column,
  kind,
  currency,
  example: message,
});
