// Finds the header of a CSV file below the rows that some exports put above it, such as a title or a date.

import { CsvScanner } from '@leadline/csv';
import type { Encoding } from '../columns/decode-text.ts';
import type { Position } from '../columns/file-shape.ts';
import { readValues } from '../rows/csv-values.ts';
import { DELIMITERS } from './find-delimiter.ts';
import { looksLikeData } from './looks-like-data.ts';

/** Titles, logos and dates above the header. */
export const MAX_ROWS_ABOVE = 10;

interface Top {
  readonly sample: Buffer;
  readonly isAll: boolean;
  readonly encoding: Encoding;
  readonly newline: '\n' | '\r';
  /** Null if the file doesn't declare it. */
  readonly delimiter: string | null;
}

/** The first row, unless it and those after it have one cell each, above a row with more. */
export function skipTitles(top: Top, first: Position): Position {
  const delimiters = top.delimiter === null ? DELIMITERS : [top.delimiter];
  const scanners = delimiters.map((delimiter) => new CsvScanner(delimiter, top.newline));
  let at = first;
  for (let above = 0; above <= MAX_ROWS_ABOVE; above++) {
    let next: Position | null = null;
    for (const scanner of scanners) {
      const cells = readCells(scanner, top, at);
      if (cells === null) return first;
      const filled = cells.filter((cell) => cell.trim() !== '');
      if (looksLikeData(filled)) return first;
      // A header has rows below it.
      if (filled.length > 1) return scanner.end < top.sample.length ? at : first;
      next ??= { offset: scanner.end, line: at.line + scanner.lines };
    }
    if (next === null || next.offset <= at.offset) return first;
    at = next;
  }
  return first;
}

function readCells(scanner: CsvScanner, { sample, isAll, encoding }: Top, at: Position): string[] | null {
  if (at.offset >= sample.length || scanner.scan(sample, at.offset, isAll) !== 'row') return null;
  return readValues(sample, at.offset, scanner, encoding);
}
