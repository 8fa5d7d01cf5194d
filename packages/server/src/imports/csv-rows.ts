// Rows of a CSV file. A row need not be as long as the header: what is missing is empty, what is too much is kept
// under the number of its column.

import { CsvScanner, MAX_COLUMNS } from '@leadline/csv';
import { findFreeName, nameByPlace } from './column-names.ts';
import { readValues } from './csv-values.ts';
import type { FileShape } from './file-shape.ts';
import {
  NOT_UTF8,
  passOver,
  type RowRead,
  type RowReader,
  refuseRow,
  TOO_LONG,
  takeRow,
} from './row-reader.ts';

export function makeCsvReader({ columns, delimiter, encoding, newline }: FileShape): RowReader {
  const scanner = new CsvScanner(delimiter, newline);
  const names = nameAllPlaces(columns);

  function read(bytes: Buffer, start: number, isLast: boolean): RowRead | null {
    const scan = scanner.scan(bytes, start, isLast);
    const { count, end, lines } = scanner;
    if (scan === 'unfinished') return null;
    if (scan === 'too long') return refuseRow(TOO_LONG, end, lines, true);
    if (scan === 'open quote') {
      return refuseRow(`a quote opens in column ${count + 1} and never closes`, end, lines);
    }
    if (count > MAX_COLUMNS) return refuseRow(`the row has more than ${MAX_COLUMNS} values`, end, lines);
    const values = readValues(bytes, start, scanner, encoding);
    if (values === null) return refuseRow(NOT_UTF8, end, lines);
    if (values.every(isBlank)) return passOver(end, lines);
    // With a delimiter inside quotes that are none, values would slip into the wrong columns unseen.
    if (scanner.isLoose && count !== columns.length) {
      const found = `${count} ${count === 1 ? 'value' : 'values'} for ${columns.length} columns`;
      return refuseRow(`the row has ${found}, and quotes that do not pair`, end, lines);
    }
    return takeRow(nameValues(values), end, lines);
  }

  function nameValues(values: readonly string[]): Record<string, string> {
    const fields: Record<string, string> = {};
    for (let index = 0; index < columns.length; index++) {
      fields[names[index] as string] = index < values.length ? (values[index] as string) : '';
    }
    for (let index = columns.length; index < values.length; index++) {
      const value = values[index] as string;
      if (!isBlank(value)) fields[names[index] as string] = value;
    }
    return fields;
  }

  return { read };
}

function nameAllPlaces(columns: readonly string[]): readonly string[] {
  const names = [...columns];
  const taken = new Set(columns);
  for (let index = columns.length; index < MAX_COLUMNS; index++) {
    const name = findFreeName(nameByPlace(index), (other) => taken.has(other));
    taken.add(name);
    names.push(name);
  }
  return names;
}

const isBlank = (value: string): boolean => value === '' || value.trim() === '';
