// Reads the rows of a CSV file. Rows may be shorter or longer than the header: missing values are empty, and extra ones
// are stored as `Column 7` and so on.

import { CsvScanner, MAX_COLUMNS, readCell } from '@leadline/csv';
import { ADDED_COLUMNS, findFreeName, nameByPosition } from './column-names.ts';
import { readValues } from './csv-values.ts';
import type { FileShape } from './file-shape.ts';
import {
  acceptRow,
  NOT_UTF8,
  type RowExtent,
  type RowRead,
  type RowReader,
  rejectRow,
  skipRow,
  TOO_LONG,
} from './row-reader.ts';

export function makeCsvReader({ columns, delimiter, encoding, newline }: FileShape): RowReader {
  const scanner = new CsvScanner(delimiter, newline);
  const names = nameAllPositions(columns);
  const isOwnFile = ADDED_COLUMNS.every((name) => columns.includes(name));
  const added = new Set(ADDED_COLUMNS.map((name) => columns.indexOf(name)));
  const isNothing = (value: string, index: number): boolean => isBlank(value) || added.has(index);

  function read(bytes: Buffer, start: number, isLast: boolean): RowRead | null {
    const scan = scanner.scan(bytes, start, isLast);
    const { count, end, lines } = scanner;
    if (scan === 'unfinished') return null;
    if (scan === 'too long') return rejectRow(TOO_LONG, end, lines, true);
    if (scan === 'open quote') {
      return rejectRow(`the quote in column ${count + 1} is never closed`, end, lines);
    }
    if (count > MAX_COLUMNS) return rejectRow(`the row has more than ${MAX_COLUMNS} values`, end, lines);
    const values = readValues(bytes, start, scanner, encoding);
    if (values === null) return rejectRow(NOT_UTF8, end, lines);
    if (values.every(isNothing)) return skipRow(end, lines);
    // A delimiter between stray quotes could silently shift values into the wrong columns.
    if (scanner.isLoose && count !== columns.length) {
      const found = `${count} ${count === 1 ? 'value' : 'values'} for ${columns.length} columns`;
      return rejectRow(`the row has ${found} and unbalanced quotes`, end, lines);
    }
    return acceptRow(nameValues(isOwnFile ? values.map(readCell) : values), end, lines);
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

  function measure(bytes: Buffer, start: number, isLast: boolean): RowExtent | null {
    const scan = scanner.scan(bytes, start, isLast);
    if (scan === 'unfinished') return null;
    return { end: scanner.end, lines: scanner.lines, isCutOff: scan === 'too long' };
  }

  return { read, measure };
}

function nameAllPositions(columns: readonly string[]): readonly string[] {
  const names = [...columns];
  const taken = new Set(columns);
  for (let index = columns.length; index < MAX_COLUMNS; index++) {
    const name = findFreeName(nameByPosition(index), (other) => taken.has(other));
    taken.add(name);
    names.push(name);
  }
  return names;
}

const isBlank = (value: string): boolean => value === '' || value.trim() === '';
