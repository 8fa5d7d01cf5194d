// The text of a scanned CSV row's values.

import { isUtf8 } from 'node:buffer';
import type { CsvScanner } from '@leadline/csv';
import { decodeText, type Encoding } from './decode-text.ts';

/** Null when the row is no text of this encoding. Reads what the scanner found in the row that begins at `start`. */
export function readValues(
  bytes: Buffer,
  start: number,
  { count, end, starts, ends, doubled, isAscii }: CsvScanner,
  encoding: Encoding,
): string[] | null {
  // Where a character is a byte, values are cut from the text of the row: one call into native code a row, not one
  // a value.
  const text = isAscii
    ? bytes.toString('latin1', start, end)
    : encoding === 'utf8'
      ? null
      : decodeText(bytes.subarray(start, end), encoding);
  if (text === null && !isUtf8(bytes.subarray(start, end))) return null;
  const values: string[] = [];
  for (let index = 0; index < count; index++) {
    const from = starts[index] as number;
    const to = ends[index] as number;
    const value = text === null ? bytes.toString('utf8', start + from, start + to) : text.slice(from, to);
    values.push(doubled[index] === 1 ? value.replaceAll('""', '"') : value);
  }
  return values;
}
