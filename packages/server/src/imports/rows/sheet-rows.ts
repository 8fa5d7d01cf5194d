// Reads the rows of a sheet, which were written as lines when the workbook was uploaded; see xlsx/read-sheet.ts.

import { isUtf8 } from 'node:buffer';
import type { FileShape } from '../columns/file-shape.ts';
import { makeNamer } from '../columns/name-values.ts';
import { measureLine } from './json-rows.ts';
import {
  acceptRow,
  NOT_UTF8,
  type RowRead,
  type RowReader,
  rejectRow,
  skipRow,
  TOO_LONG,
} from './row-reader.ts';

export function makeSheetReader({ columns, newline }: FileShape): RowReader {
  const namer = makeNamer(columns);

  const measure: RowReader['measure'] = (bytes, start, isLast) => measureLine(bytes, start, isLast, newline);

  function read(bytes: Buffer, start: number, isLast: boolean): RowRead | null {
    const extent = measure(bytes, start, isLast);
    if (extent === null) return null;
    const { end, lines, isCutOff } = extent;
    if (isCutOff) return rejectRow(TOO_LONG, end, lines, true);
    const line = bytes.subarray(start, end - lines);
    if (!isUtf8(line)) return rejectRow(NOT_UTF8, end, lines);
    const values = readLine(line.toString('utf8'));
    if (typeof values === 'string') return rejectRow(values, end, lines);
    return namer.isBlank(values) ? skipRow(end, lines) : acceptRow(namer.name(values), end, lines);
  }

  return { read, measure };
}

/** The values of a row, or why it is rejected. */
export const readLine = (line: string): readonly string[] | string =>
  line.trim() === '' ? [] : (JSON.parse(line) as readonly string[] | string);
