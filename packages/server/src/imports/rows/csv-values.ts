// Extracts the values of a scanned CSV row as text.

import { isUtf8 } from 'node:buffer';
import type { CsvScanner } from '@leadline/csv';
import { decodeText, type Encoding } from '../columns/decode-text.ts';

/** `start` is where the scanned row begins. Returns null if the row is not valid in this encoding. */
export function readValues(
  bytes: Buffer,
  start: number,
  { count, end, starts, ends, doubled, isAscii }: CsvScanner,
  encoding: Encoding,
): string[] | null {
  // If every character is a single byte, decode the whole row and slice it: one native call per row instead of one
  // per value.
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
