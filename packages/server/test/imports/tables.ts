// Writes tables as files, splits them into chunks and reads them back.

import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import type { FileShape, Position } from '../../src/imports/columns/file-shape.ts';
import { type Row, readRows } from '../../src/imports/rows/read-rows.ts';
import { readFileShape } from '../../src/imports/shape/read-file-shape.ts';

export interface Style {
  readonly delimiter: string;
  readonly newline: '\n' | '\r\n' | '\r';
  readonly encoding: 'utf8' | 'windows-1252';
  readonly hasBom: boolean;
  readonly quotesAll: boolean;
  readonly endsWithNewline: boolean;
}

export const style: fc.Arbitrary<Style> = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  newline: fc.constantFrom('\n', '\r\n', '\r'),
  encoding: fc.constantFrom('utf8', 'windows-1252'),
  hasBom: fc.boolean(),
  quotesAll: fc.boolean(),
  endsWithNewline: fc.boolean(),
});

const decoder = new TextDecoder('windows-1252');
/** Every Windows-1252 character except NUL. */
export const WESTERN = Array.from({ length: 255 }, (_, index) => decoder.decode(Uint8Array.of(index + 1)));
const byteOf = new Map(WESTERN.map((character, index) => [character, index + 1]));

export function encode(text: string, { encoding, hasBom }: Style): Buffer {
  if (encoding === 'utf8') return Buffer.from(hasBom ? `\ufeff${text}` : text);
  return Buffer.from(Array.from(text, (character) => byteOf.get(character) ?? 0x3f));
}

export const writeValue = (value: string, { delimiter, quotesAll }: Style): string =>
  quotesAll || /["\r\n]/.test(value) || value.includes(delimiter)
    ? `"${value.replaceAll('"', '""')}"`
    : value;

export const writeLine = (values: readonly string[], how: Style): string =>
  values.map((value) => writeValue(value, how)).join(how.delimiter);

export function writeFile(lines: readonly string[], how: Style): Buffer {
  return encode(lines.join(how.newline) + (how.endsWithNewline ? how.newline : ''), how);
}

/** Splits the bytes at these offsets, taken modulo their length. */
export async function* cutInto(bytes: Buffer, offsets: readonly number[]): AsyncGenerator<Buffer> {
  let from = 0;
  for (const at of offsets.map((offset) => offset % (bytes.length + 1)).toSorted((a, b) => a - b)) {
    yield bytes.subarray(from, at);
    from = at;
  }
  yield bytes.subarray(from);
}

export async function collectRows(
  file: Buffer,
  shape: FileShape,
  from: Position = shape.firstRow,
  offsets: readonly number[] = [],
): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of readRows(cutInto(file.subarray(from.offset), offsets), shape, from))
    rows.push(...batch.rows);
  return rows;
}

export function shapeOf(file: Buffer): FileShape {
  const read = readFileShape(file.subarray(0, 1024 * 1024), isUtf8(file));
  if (!read.ok) throw new Error(read.error);
  return read.shape;
}

/** The content of a row, without its position. */
export const contentOf = (row: Row): unknown => (row.ok ? row.fields : { error: row.error, text: row.text });
