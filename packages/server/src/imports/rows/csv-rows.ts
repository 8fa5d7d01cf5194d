// Reads the rows of a CSV file.

import { CsvScanner, MAX_COLUMNS } from '@leadline/csv';
import type { FileShape } from '../columns/file-shape.ts';
import { makeNamer } from '../columns/name-values.ts';
import { readValues } from './csv-values.ts';
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
  const namer = makeNamer(columns);

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
    if (namer.isBlank(values)) return skipRow(end, lines);
    // A delimiter between stray quotes could silently shift values into the wrong columns.
    if (scanner.isLoose && count !== columns.length) {
      const found = `${count} ${count === 1 ? 'value' : 'values'} for ${columns.length} columns`;
      return rejectRow(`the row has ${found} and unbalanced quotes`, end, lines);
    }
    return acceptRow(namer.name(values), end, lines);
  }

  function measure(bytes: Buffer, start: number, isLast: boolean): RowExtent | null {
    const scan = scanner.scan(bytes, start, isLast);
    if (scan === 'unfinished') return null;
    return { end: scanner.end, lines: scanner.lines, isCutOff: scan === 'too long' };
  }

  return { read, measure };
}
