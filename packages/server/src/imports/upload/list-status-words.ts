// Lists the words in the status and outcome columns with the status each becomes, so that the customer can correct them
// before the import starts.

import type { Preview } from '@leadline/contract';
import { type ColumnMapping, readStatusWord } from '../columns/columns.ts';
import type { FileShape } from '../columns/file-shape.ts';
import { findOutcome, findStatus, foldStatus, MAX_STATUS_LENGTH } from '../columns/status-words.ts';
import type { Row } from '../rows/read-rows.ts';

/** Nobody decides about more; the column is probably not a status. */
const MAX_LISTED = 50;

export function listStatusWords(
  rows: readonly Row[],
  shape: FileShape,
  mapping: ColumnMapping,
): Preview['status_words'] {
  const columns = shape.columns.filter((name) => isAboutStatus(mapping, name));
  const found = new Map<string, Preview['status_words'][number]>();
  for (const row of rows) {
    if (!row.ok) continue;
    for (const column of columns) {
      const text = Object.hasOwn(row.fields, column) ? readStatusWord(row.fields[column]) : null;
      if (text === null) continue;
      const folded = foldStatus(text);
      const known = found.get(folded);
      if (known !== undefined) known.rows++;
      else {
        const word = text.slice(0, MAX_STATUS_LENGTH).trim().toWellFormed();
        const status = mapping[column] === 'outcome' ? findOutcome(text) : findStatus(text);
        found.set(folded, { word, rows: 1, status });
      }
    }
  }
  return [...found.values()]
    .toSorted((a, b) => Number(a.status !== null) - Number(b.status !== null) || b.rows - a.rows)
    .slice(0, MAX_LISTED);
}

export const hasStatusColumn = (mapping: ColumnMapping): boolean =>
  Object.keys(mapping).some((name) => isAboutStatus(mapping, name));

const isAboutStatus = (mapping: ColumnMapping, column: string): boolean =>
  Object.hasOwn(mapping, column) && (mapping[column] === 'status' || mapping[column] === 'outcome');
