// Reads the rows of an NDJSON file: one object per line.

import { isUtf8 } from 'node:buffer';
import { MAX_ROW_BYTES } from '@leadline/csv';
import { findJsonExcess, type JsonLimits } from '../../platform/base/json-excess.ts';
import { ADDED_COLUMNS } from '../columns/column-names.ts';
import { decodeText, type Encoding } from '../columns/decode-text.ts';
import type { FileShape } from '../columns/file-shape.ts';
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

export function makeJsonReader({ encoding, newline }: FileShape): RowReader {
  function read(bytes: Buffer, start: number, isLast: boolean): RowRead | null {
    const extent = measure(bytes, start, isLast);
    if (extent === null) return null;
    const { end, lines, isCutOff } = extent;
    if (isCutOff) return rejectRow(TOO_LONG, end, lines, true);
    const line = bytes.subarray(start, end - lines);
    if (encoding === 'utf8' && !isUtf8(line)) return rejectRow(NOT_UTF8, end, lines);
    if (isBlank(line, encoding)) return skipRow(end, lines);
    const json = readJsonObject(line, encoding);
    if (!json.ok) return rejectRow(json.error, end, lines);
    return isNotice(json.object) ? skipRow(end, lines) : acceptRow(json.object, end, lines);
  }

  const measure: RowReader['measure'] = (bytes, start, isLast) => measureLine(bytes, start, isLast, newline);

  return { read, measure };
}

/** For formats in which a line is a row. */
export function measureLine(
  bytes: Buffer,
  start: number,
  isLast: boolean,
  newline: FileShape['newline'],
): RowExtent | null {
  const found = bytes.indexOf(newline, start);
  const stop = found < 0 ? bytes.length : found;
  if (stop - start > MAX_ROW_BYTES) return { end: stop, lines: 0, isCutOff: true };
  if (found < 0 && !isLast) return null;
  const lines = found < 0 ? 0 : 1;
  return { end: stop + lines, lines, isCutOff: false };
}

/** Far more than a lead can have. A row of 1 MiB could contain half a million values. */
const LIMITS: JsonLimits = { levels: 20, values: 5_000 };
const EXCESS: Readonly<Record<keyof JsonLimits, string>> = {
  levels: 'the JSON is nested more than 20 levels deep',
  values: 'the JSON has more than 5,000 values',
};

export function readJsonObject(
  line: Buffer,
  encoding: Encoding,
):
  | { readonly ok: true; readonly object: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly error: string } {
  const excess = findJsonExcess(line, LIMITS);
  if (excess !== null) return { ok: false, error: EXCESS[excess] };
  let value: unknown;
  try {
    value = JSON.parse(decodeText(line, encoding));
  } catch {
    // The parser's own message would quote the row, which may contain personal data.
    return { ok: false, error: 'the line is not valid JSON' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, error: 'the line is JSON, but not an object' };
  }
  return { ok: true, object: value as Record<string, unknown> };
}

const OPEN_OBJECT = 0x7b;

const isBlank = (line: Buffer, encoding: Encoding): boolean =>
  line[0] !== OPEN_OBJECT && decodeText(line, encoding).trim() === '';

/** The last line of a download of rejected rows can be about rows that are missing from it. */
function isNotice(object: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(object);
  return names.length > 0 && names.every((name) => ADDED_COLUMNS.includes(name));
}
