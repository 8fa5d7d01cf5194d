// Finds words in the status and outcome columns that we don't know, so that the customer can say what they mean before the
// import starts. Runs on a compute thread.

import type { Preview } from '@leadline/contract';
import { type ColumnMapping, findUnknownWord } from './columns.ts';
import type { FileShape } from './file-shape.ts';
import { readSlice } from './read-rows.ts';
import { foldStatus, MAX_STATUS_LENGTH } from './status-words.ts';

/** Nobody decides about more; the column is probably not a status. */
const MAX_LISTED = 50;

export interface FileStartToSearch {
  /** From the first row on. */
  readonly bytes: Uint8Array;
  /** Whether the file goes on, so that the last row may be incomplete. */
  readonly isCutOff: boolean;
  readonly shape: FileShape;
  readonly mapping: ColumnMapping;
}

export function findUnknownStatuses(start: FileStartToSearch): Preview['unknown_statuses'] {
  const { bytes, isCutOff, shape, mapping } = start;
  const columns = shape.columns.filter((name) => isAboutStatus(mapping, name));
  const slice = {
    bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
    from: shape.firstRow,
    end: shape.firstRow,
  };
  const found = new Map<string, { word: string; rows: number }>();
  for (const row of readSlice(slice, shape, !isCutOff)) {
    if (!row.ok) continue;
    for (const column of columns) {
      const text = Object.hasOwn(row.fields, column) ? findUnknownWord(row.fields[column]) : null;
      if (text === null) continue;
      const folded = foldStatus(text);
      const known = found.get(folded);
      if (known !== undefined) known.rows++;
      else found.set(folded, { word: text.slice(0, MAX_STATUS_LENGTH).trim().toWellFormed(), rows: 1 });
    }
  }
  return [...found.values()].toSorted((a, b) => b.rows - a.rows).slice(0, MAX_LISTED);
}

export const hasStatusColumn = (mapping: ColumnMapping): boolean =>
  Object.keys(mapping).some((name) => isAboutStatus(mapping, name));

const isAboutStatus = (mapping: ColumnMapping, column: string): boolean =>
  Object.hasOwn(mapping, column) && (mapping[column] === 'status' || mapping[column] === 'outcome');
