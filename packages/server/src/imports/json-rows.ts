// Reads the rows of an NDJSON file: one object per line.

import { isUtf8 } from 'node:buffer';
import { MAX_ROW_BYTES } from '@leadline/csv';
import { decodeText, type Encoding } from './decode-text.ts';
import type { FileShape } from './file-shape.ts';
import {
  acceptRow,
  NOT_UTF8,
  type RowRead,
  type RowReader,
  rejectRow,
  skipRow,
  TOO_LONG,
} from './row-reader.ts';

export function makeJsonReader({ encoding, newline }: FileShape): RowReader {
  function read(bytes: Buffer, start: number, isLast: boolean): RowRead | null {
    const found = bytes.indexOf(newline, start);
    const stop = found < 0 ? bytes.length : found;
    if (stop - start > MAX_ROW_BYTES) return rejectRow(TOO_LONG, stop, 0, true);
    if (found < 0 && !isLast) return null;
    const end = found < 0 ? stop : stop + 1;
    const lines = end - stop;
    const line = bytes.subarray(start, stop);
    if (encoding === 'utf8' && !isUtf8(line)) return rejectRow(NOT_UTF8, end, lines);
    if (isBlank(line, encoding)) return skipRow(end, lines);
    const json = readJsonObject(line, encoding);
    return json.ok ? acceptRow(json.object, end, lines) : rejectRow(json.error, end, lines);
  }
  return { read };
}

/** JSON.parse accepts ten thousand levels of nesting, but JSON.stringify would overflow the stack. */
const MAX_LEVELS = 20;
/** Far more than a lead can have. A row of 1 MiB could contain half a million. */
const MAX_VALUES = 5_000;

export function readJsonObject(
  line: Buffer,
  encoding: Encoding,
):
  | { readonly ok: true; readonly object: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly error: string } {
  const problem = findExcess(line);
  if (problem !== null) return { ok: false, error: problem };
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

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const OPEN_OBJECT = 0x7b;
const CLOSE_ARRAY = 0x5d;
const CLOSE_OBJECT = 0x7d;

/** Looks for too many or too deeply nested values before parsing turns them into objects. */
function findExcess(line: Buffer): string | null {
  let values = 1;
  let levels = 0;
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const byte = line[at] as number;
    if (isQuoted) {
      if (byte === BACKSLASH) at++;
      else if (byte === QUOTE) isQuoted = false;
    } else if (byte === QUOTE) isQuoted = true;
    else if (byte === COMMA) values++;
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      values++;
      levels++;
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) levels--;
    if (levels > MAX_LEVELS) return `the JSON is nested more than ${MAX_LEVELS} levels deep`;
    if (values > MAX_VALUES) return 'the JSON has more than 5,000 values';
  }
  return null;
}

const isBlank = (line: Buffer, encoding: Encoding): boolean =>
  line[0] !== OPEN_OBJECT && decodeText(line, encoding).trim() === '';
