// Lists the first rows of a file as they are, so that people see which one was taken as the header and can choose another.

import { CsvScanner } from '@leadline/csv';
import type { FileShape } from '../columns/file-shape.ts';
import { readValues } from '../rows/csv-values.ts';
import { readLine } from '../rows/sheet-rows.ts';

/** Headers are among them. */
export const MAX_TOP_ROWS = 20;
const MAX_CELLS = 6;
const MAX_CELL_LENGTH = 40;
const LINE_FEED = 0x0a;

export interface TopRow {
  readonly line: number;
  /** The first ones, shortened. */
  readonly cells: readonly string[];
}

/** `head` is the start of the file. Blank rows are left out. */
export function listTopRows(head: Buffer, isWhole: boolean, shape: FileShape): TopRow[] {
  if (shape.format === 'ndjson') return [];
  const read = shape.format === 'csv' ? readCsvRow : readSheetRow;
  const rows: TopRow[] = [];
  for (let at = 0, line = 1; at < head.length && rows.length < MAX_TOP_ROWS; ) {
    const row = read(head, at, isWhole, shape);
    if (row === null) break;
    if (row.values.some((value) => value.trim() !== '') && !DECLARATION.test(row.values.join('')))
      rows.push({ line, cells: row.values.slice(0, MAX_CELLS).map(shorten) });
    at = row.end;
    line += row.lines;
  }
  return rows;
}

interface RawRow {
  readonly values: readonly string[];
  readonly end: number;
  readonly lines: number;
}

const DECLARATION = /^\ufeff?"?sep=/i;

function readCsvRow(
  head: Buffer,
  at: number,
  isWhole: boolean,
  { delimiter, newline, encoding }: FileShape,
): RawRow | null {
  const scanner = new CsvScanner(delimiter, newline);
  const scan = scanner.scan(head, at, isWhole);
  if (scan === 'unfinished' || scan === 'too long') return null;
  const values = scan === 'row' ? (readValues(head, at, scanner, encoding) ?? []) : [];
  return { values, end: scanner.end, lines: scanner.lines };
}

function readSheetRow(head: Buffer, at: number): RawRow | null {
  const end = head.indexOf(LINE_FEED, at);
  if (end < 0) return null;
  const values = readLine(head.toString('utf8', at, end));
  return { values: typeof values === 'string' ? [] : values, end: end + 1, lines: 1 };
}

const shorten = (value: string): string => {
  const text = value
    .slice(0, 2 * MAX_CELL_LENGTH)
    .replace(/[\s\p{Cc}\ufeff]+/gu, ' ')
    .trim();
  return (text.length > MAX_CELL_LENGTH ? `${text.slice(0, MAX_CELL_LENGTH)}…` : text).toWellFormed();
};
