// Reads the rows of an NDJSON file: one object per line.

import { isUtf8 } from 'node:buffer';
import { MAX_ROW_BYTES } from '@leadline/csv';
import { decodeText } from './decode-text.ts';
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
    const text = decodeText(line, encoding);
    if (text.trim() === '') return skipRow(end, lines);
    const json = readJsonObject(text);
    return json.ok ? acceptRow(json.object, end, lines) : rejectRow(json.error, end, lines);
  }
  return { read };
}

export function readJsonObject(
  text: string,
):
  | { readonly ok: true; readonly object: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly error: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message would quote the row, which may contain personal data.
    return { ok: false, error: 'the line is not valid JSON' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, error: 'the line is JSON, but not an object' };
  }
  if (isDeeperThan(value, MAX_LEVELS)) {
    return { ok: false, error: `the JSON is nested more than ${MAX_LEVELS} levels deep` };
  }
  return { ok: true, object: value as Record<string, unknown> };
}

/** JSON.parse accepts ten thousand levels of nesting, but JSON.stringify would overflow the stack. */
const MAX_LEVELS = 20;

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}
