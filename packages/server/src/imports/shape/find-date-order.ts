// Decides whether 03/04/2024 is in March or April. All dates in a file should use the same order, so one unambiguous
// date settles it for the rest.

import type { Preview } from '@leadline/contract';
import type { ColumnMapping } from '../columns/columns.ts';
import type { Row } from '../rows/read-rows.ts';

const SLASHED = /(?<!\d)(\d{1,2})\/(\d{1,2})\/(?:\d{4}|\d{2})(?!\d)/g;
const SLASHED_CELL = /^\s*(\d{1,2})\/\s?(\d{1,2})\/\s?(?:\d{4}|\d{2})(?!\d)/;

/** `text` is the beginning of the file. Defaults to month first if no date is unambiguous or if two disagree. */
export function isDayFirst(text: string): boolean {
  let dayFirst = false;
  for (const [, first, second] of text.matchAll(SLASHED)) {
    if (Number(second) > 12) return false;
    if (Number(first) > 12) dayFirst = true;
  }
  return dayFirst;
}

/** Looks at the columns with dates. Null if no date can be read either way. `isDayFirstByDefault` applies if they don't
 * decide. */
export function findDateOrder(
  rows: readonly Row[],
  mapping: ColumnMapping,
  isDayFirstByDefault: boolean,
): Preview['date_order'] {
  const columns = Object.keys(mapping).filter((name) => isDate(mapping, name));
  let example: string | null = null;
  let open = 0;
  const seen = { dayFirst: false, monthFirst: false };
  for (const row of rows) {
    if (!row.ok) continue;
    for (const column of columns) {
      const value = Object.hasOwn(row.fields, column) ? row.fields[column] : null;
      const [date, first, second] = (typeof value === 'string' && SLASHED_CELL.exec(value)) || [];
      if (date === undefined || first === second) continue;
      if (Number(first) > 12) seen.dayFirst = true;
      else if (Number(second) > 12) seen.monthFirst = true;
      else {
        example ??= date.trim();
        open++;
      }
    }
  }
  if (example === null) return null;
  const isCertain = seen.dayFirst !== seen.monthFirst;
  const isDayFirst = isCertain ? seen.dayFirst : isDayFirstByDefault;
  return {
    order: isDayFirst ? 'day_first' : 'month_first',
    is_certain: isCertain,
    dates: open,
    example,
  };
}

export const hasDateColumn = (mapping: ColumnMapping): boolean =>
  Object.keys(mapping).some((name) => isDate(mapping, name));

const isDate = (mapping: ColumnMapping, column: string): boolean =>
  Object.hasOwn(mapping, column) && (mapping[column] === 'received_at' || mapping[column] === 'outcome_at');
