// Finds the header of a sheet. Unlike CSV files, sheets often have a title above it, or a header of two rows with merged
// cells. Runs on a compute thread.

import { MAX_NAMES_LENGTH, nameColumns } from '../columns/column-names.ts';
import type { Position } from '../columns/file-shape.ts';
import { readLine } from '../rows/sheet-rows.ts';
import { isDayFirst } from '../shape/find-date-order.ts';
import { MAX_TOP_ROWS } from '../shape/list-top-rows.ts';
import { looksLikeData } from '../shape/looks-like-data.ts';
import type { FileShapeRead } from '../shape/read-file-shape.ts';
import type { MergedCells } from './read-sheet.ts';

export interface SheetHead {
  /** The first lines of the sheet. */
  readonly head: Uint8Array;
  readonly isWhole: boolean;
  readonly merged: readonly MergedCells[];
  readonly sheet: string;
  /** If somebody chose it. Otherwise it is found. */
  readonly headerLine: number | null;
}

interface HeadRow {
  readonly values: readonly string[];
  /** The row of the sheet, counted from 1. */
  readonly line: number;
  readonly end: Position;
}

/** Titles, logos and dates above the header. */
const MAX_ROWS_ABOVE = 10;
const SAMPLE_BYTES = 128 * 1024;
const LINE_FEED = 0x0a;

export function readSheetHead({ head, isWhole, merged, sheet, headerLine }: SheetHead): FileShapeRead {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.length);
  const rows = readFirstRows(bytes);
  if (typeof rows === 'string') return reject(rows);
  const header = headerLine === null ? findHeader(rows) : rows.find(({ line }) => line === headerLine);
  if (header == null)
    return reject(
      isWhole ? `the sheet "${sheet}" is empty` : `the sheet "${sheet}" starts with too many blank rows`,
    );
  const below = rows.find(({ line }) => line === header.line + 1);
  const { names, last } = nameHeader(header, below, merged);
  if (headerLine === null && looksLikeData(names)) {
    return reject('the first row looks like data, not a header; add a row with the column names above it');
  }
  const columns = nameColumns(names);
  if (columns.reduce((sum, { length }) => sum + length, 0) > MAX_NAMES_LENGTH)
    return reject('the column names are too long; shorten them to 32,768 characters in total');
  if (isWhole && !rows.some(({ line }) => line > last.line))
    return reject('the sheet has a header but no rows');
  return {
    ok: true,
    shape: {
      format: 'xlsx',
      encoding: 'utf8',
      delimiter: '',
      newline: '\n',
      columns,
      headerLine: last.line,
      isDayFirst: isDayFirst(bytes.toString('utf8', 0, SAMPLE_BYTES)),
      firstRow: last.end,
    },
  };
}

/** As many as may be above the header, the header itself and what follows it; blank rows are left out. Returns why the
 * sheet can't be read if the problem is in one of them. */
function readFirstRows(bytes: Buffer): HeadRow[] | string {
  const rows: HeadRow[] = [];
  let line = 1;
  for (let from = 0; from < bytes.length && rows.length <= MAX_TOP_ROWS; line++) {
    const found = bytes.indexOf(LINE_FEED, from);
    if (found < 0) break;
    const values = found === from ? [] : readLine(bytes.toString('utf8', from, found));
    // A broken row further down is rejected when it is imported.
    if (typeof values === 'string' && rows.length === 0) return `row ${line}: ${values}`;
    const end = { offset: found + 1, line: line + 1 };
    if (typeof values === 'string') rows.push({ values: [], line, end });
    else if (countFilled(values) > 0) rows.push({ values, line, end });
    from = found + 1;
  }
  return rows;
}

const countFilled = (values: readonly string[]): number =>
  values.filter((value) => value.trim() !== '').length;

/** The first row, unless it and those after it have one cell each, above a row with more. */
function findHeader(rows: readonly HeadRow[]): HeadRow | null {
  const wide = rows.findIndex(({ values }) => countFilled(values) > 1);
  const candidate = wide > 0 && wide <= MAX_ROWS_ABOVE ? rows[wide] : undefined;
  return (candidate !== undefined && !looksLikeData(candidate.values) ? candidate : rows[0]) ?? null;
}

/** If cells of the header are merged across columns, either the row below has the names of the columns, or they share one. */
function nameHeader(
  header: HeadRow,
  below: HeadRow | undefined,
  merged: readonly MergedCells[],
): { readonly names: readonly string[]; readonly last: HeadRow } {
  const row = header.line - 1;
  const across = merged.filter(({ top, bottom, left, right }) => top <= row && bottom >= row && right > left);
  const names = [...header.values];
  for (const { left, right } of across) {
    for (let column = left + 1; column <= right && column < MAX_SPREAD; column++) {
      while (names.length <= column) names.push('');
      if (names[column] === '') names[column] = header.values[left] ?? '';
    }
  }
  const isGrouped =
    across.length > 0 && below !== undefined && countFilled(below.values) > 1 && !looksLikeData(below.values);
  if (!isGrouped) return { names, last: header };
  const count = Math.max(names.length, below.values.length);
  const both = Array.from({ length: count }, (_, column) => below.values[column] || names[column] || '');
  return { names: both, last: below };
}

const MAX_SPREAD = 500;

const reject = (error: string): FileShapeRead => ({ ok: false, error });
