// The numbers behind a chart, as a table and as CSV.

import { writeCell } from '@leadline/csv';

export interface Column {
  readonly label: string;
  /** For the table only; the CSV has plain numbers. */
  readonly format?: (value: number) => string;
}

export type Value = string | number | null;

/** A value that links to the leads behind it. */
export interface LinkedValue {
  readonly value: Value;
  readonly to: string;
  /** How many leads these are, if the value is not their number. */
  readonly leads?: number;
}

export type Cell = Value | LinkedValue;

export const readValue = (cell: Cell): Value =>
  typeof cell === 'object' && cell !== null ? cell.value : cell;

export interface Figures {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Enough for shares and hours. */
const MAX_DIGITS = 4;

export function toCsv({ columns, rows }: Figures): string {
  const lines = [columns.map(({ label }) => label), ...rows].map((cells) => cells.map(toCsvCell).join(','));
  return `${lines.join('\r\n')}\r\n`;
}

function toCsvCell(cell: Cell): string {
  const value = readValue(cell);
  if (value === null) return '';
  return typeof value === 'number' ? String(Number(value.toFixed(MAX_DIGITS))) : writeCell(value);
}
