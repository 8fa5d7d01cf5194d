// Detects the format of an import file from its first bytes. Runs once, at upload, so that we can show the
// column mapping right away and a resumed import reads the rest of the file the same way.

import { CsvScanner, MAX_COLUMNS } from '@leadline/csv';
import { MAX_NAME_LENGTH, MAX_NAMES_LENGTH, nameColumns } from '../columns/column-names.ts';
import { decodeText, type Encoding } from '../columns/decode-text.ts';
import type { FileShape, Position } from '../columns/file-shape.ts';
import { makeCsvReader } from '../rows/csv-rows.ts';
import { readValues } from '../rows/csv-values.ts';
import { readJsonObject } from '../rows/json-rows.ts';
import { isDayFirst } from './find-date-order.ts';
import { findDelimiter } from './find-delimiter.ts';
import { findForeignFile } from './foreign-files.ts';
import { looksLikeData } from './looks-like-data.ts';
import { skipTitles } from './skip-titles.ts';

export type FileShapeRead =
  | { readonly ok: true; readonly shape: FileShape }
  | { readonly ok: false; readonly error: string };

/** If the head is shorter than this, it is the whole file. */
export const MAX_HEAD_BYTES = 1024 * 1024;

const BOM = Buffer.from('\ufeff');
const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const MAX_OBJECTS_CHECKED = 100;
/** Enough for any header, and to judge the encoding and the dates by. All of the head would take long enough to delay other requests. */
const SAMPLE_BYTES = 128 * 1024;
/** If a file starts with more blank rows than this, it is assumed to have others. */
const MAX_BLANK_ROWS_CHECKED = 5_000;

/** For the compute threads. */
export const readHead = ({
  head,
  isUtf8,
  headerLine,
}: {
  readonly head: Uint8Array;
  readonly isUtf8: boolean;
  readonly headerLine: number | null;
}): FileShapeRead =>
  readFileShape(Buffer.from(head.buffer, head.byteOffset, head.byteLength), isUtf8, headerLine);

/** `head` is the start of the file, up to MAX_HEAD_BYTES; `isUtf8` refers to the whole file. Finds the header unless
 * somebody chose its line. */
export function readFileShape(
  head: Buffer,
  isUtf8: boolean,
  headerLine: number | null = null,
): FileShapeRead {
  const bytes = head.subarray(0, MAX_HEAD_BYTES);
  const isWhole = head.length < MAX_HEAD_BYTES;
  const foreign = findForeignFile(bytes);
  if (foreign !== null) return reject(foreign);

  const encoding = chooseEncoding(bytes, isUtf8);
  const top: Position = { offset: bytes.subarray(0, 3).equals(BOM) ? 3 : 0, line: 1 };
  const start = bytes.toString('latin1', top.offset).trimStart();
  if (start === '')
    return reject(isWhole ? 'the file is empty' : 'the file starts with more than 1 MiB of blank space');
  const file: Head = { bytes, isWhole, encoding, newline: findNewline(bytes) };
  if (start.startsWith('{')) return readJsonShape(file, top);
  if (/^\[\s*\{/.test(start)) {
    return reject('this is a JSON array; write one JSON object per line instead (NDJSON), without brackets');
  }
  return readCsvShape(file, top, headerLine);
}

interface Head {
  readonly bytes: Buffer;
  readonly isWhole: boolean;
  readonly encoding: Encoding;
  readonly newline: '\n' | '\r';
}

function readCsvShape(file: Head, top: Position, headerLine: number | null): FileShapeRead {
  const { bytes, isWhole, encoding, newline } = file;
  let at = skipBlankLines(file, top);
  const declared = findDeclaredDelimiter(file, at);
  if (declared !== null) at = skipBlankLines(file, declared.next);
  const sample = bytes.subarray(0, at.offset + SAMPLE_BYTES);
  const isAll = isWhole && sample.length === bytes.length;
  at =
    headerLine === null
      ? skipTitles({ sample, isAll, encoding, newline, delimiter: declared?.delimiter ?? null }, at)
      : findLine(file, top, headerLine);
  const delimiter = declared?.delimiter ?? findDelimiter(sample, at.offset, newline, isAll);

  const scanner = new CsvScanner(delimiter, newline);
  const scan = scanner.scan(sample, at.offset, isAll);
  if (scan === 'open quote') return reject('a quote in the header is never closed');
  if (scan !== 'row') return reject('the header is longer than 128 KiB');
  if (scanner.count > MAX_COLUMNS) {
    return reject(`the header has ${scanner.count} columns; the limit is ${MAX_COLUMNS}`);
  }
  const headers = readValues(bytes, at.offset, scanner, encoding);
  if (headers === null) return reject('the header is not valid UTF-8');
  if (headers.every((header) => header.trim() === '')) return reject('the file has no column names');
  if (headerLine === null && looksLikeData(headers)) {
    return reject('the first line looks like data, not a header; add a line with the column names above it');
  }
  const firstRow = { offset: scanner.end, line: at.line + scanner.lines };
  const columns = nameColumns(headers);
  if (isTooLong(columns)) return reject(NAMES_TOO_LONG);
  const dayFirst = isDayFirst(decodeText(bytes.subarray(0, SAMPLE_BYTES), encoding));
  const shape: FileShape = {
    format: 'csv',
    encoding,
    delimiter,
    newline,
    columns,
    headerLine: at.line,
    isDayFirst: dayFirst,
    firstRow,
  };
  if (isWhole && !hasRow(bytes, shape)) return reject('the file has a header but no rows');
  return { ok: true, shape };
}

function readJsonShape(file: Head, top: Position): FileShapeRead {
  const { bytes, isWhole, encoding, newline } = file;
  const columns = new Set<string>();
  let objects = 0;
  let from = top.offset;
  for (let line = 0; line < MAX_OBJECTS_CHECKED && from < bytes.length; line++) {
    const end = bytes.indexOf(newline, from);
    if (end < 0 && !isWhole) break;
    const to = end < 0 ? bytes.length : end;
    const read = readJsonObject(bytes.subarray(from, to), encoding);
    if (read.ok) {
      objects++;
      // A longer key can't be mapped; its rows are rejected if it has a value.
      for (const key of Object.keys(read.object)) if (key.length <= MAX_NAME_LENGTH) columns.add(key);
      if (columns.size > MAX_COLUMNS) {
        return reject(`the first objects have more than ${MAX_COLUMNS} different keys`);
      }
    }
    from = to + 1;
  }
  if (objects === 0)
    return reject('this looks like JSON, but no line is a complete object; write one object per line');
  if (columns.size === 0) return reject('the first objects are empty');
  if (isTooLong([...columns])) return reject(NAMES_TOO_LONG);
  return {
    ok: true,
    shape: {
      format: 'ndjson',
      encoding,
      delimiter: '',
      newline,
      columns: [...columns],
      headerLine: null,
      isDayFirst: isDayFirst(decodeText(bytes.subarray(0, SAMPLE_BYTES), encoding)),
      firstRow: top,
    },
  };
}

/** A few invalid bytes in a UTF-8 file should only get their own rows rejected, not garble all the others. */
function chooseEncoding(head: Buffer, isUtf8: boolean): Encoding {
  if (isUtf8 || head.subarray(0, 3).equals(BOM)) return 'utf8';
  const sample = findSample(head).toString('utf8');
  let invalid = 0;
  let valid = 0;
  for (let at = 0; at < sample.length; at++) {
    const code = sample.charCodeAt(at);
    if (code === 0xfffd) invalid++;
    else if (code > 0x7f) valid++;
  }
  // Windows-1252 text is almost never valid UTF-8 by chance.
  return valid > 4 * invalid ? 'utf8' : 'windows-1252';
}

/** Starts shortly before the first character that isn't ASCII. */
function findSample(head: Buffer): Buffer {
  const first = head.findIndex((byte) => byte > 0x7f);
  return head.subarray(Math.max(0, first), Math.max(0, first) + SAMPLE_BYTES);
}

/** Looks at the first line break outside quotes. Some exports end their lines with `\r\r\n`. */
function findNewline(head: Buffer): '\n' | '\r' {
  let isQuoted = false;
  for (let at = 0; at < head.length; at++) {
    const byte = head[at];
    if (byte === QUOTE) isQuoted = !isQuoted;
    else if (!isQuoted && byte === LINE_FEED) return '\n';
    else if (!isQuoted && byte === RETURN) {
      while (head[at] === RETURN) at++;
      return head[at] === LINE_FEED || at === head.length ? '\n' : '\r';
    }
  }
  return '\n';
}

function findLine({ bytes, newline }: Head, from: Position, wanted: number): Position {
  let { offset, line } = from;
  for (; line < wanted; line++) {
    const end = bytes.indexOf(newline, offset);
    if (end < 0) break;
    offset = end + 1;
  }
  return { offset, line };
}

/** Skips lines that contain only spaces and delimiters. Spreadsheets often have some above the header. */
function skipBlankLines({ bytes, newline }: Head, from: Position): Position {
  let { offset, line } = from;
  const lineBreak = newline.charCodeAt(0);
  for (let at = offset; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === lineBreak) {
      offset = at + 1;
      line++;
    } else if (!BLANK.has(byte)) break;
  }
  return { offset, line };
}

/** Spaces, delimiters and the byte that a no-break space ends with. */
const BLANK = new Set([...Buffer.from(' \t\v\f\r\n,;|'), 0xa0]);

/** Files made for Excel can declare their delimiter on the first line, as in `sep=;`. */
function findDeclaredDelimiter(
  { bytes, newline }: Head,
  from: Position,
): { readonly delimiter: string; readonly next: Position } | null {
  const end = bytes.indexOf(newline, from.offset);
  if (end < 0) return null;
  const line = bytes.toString('latin1', from.offset, Math.min(end, from.offset + 20));
  const delimiter = /^"?sep=([!#-/:-@[-`{-~\t])"?\s*$/i.exec(line)?.[1];
  return delimiter === undefined ? null : { delimiter, next: { offset: end + 1, line: from.line + 1 } };
}

function hasRow(bytes: Buffer, shape: FileShape): boolean {
  const reader = makeCsvReader(shape);
  let rows = 0;
  for (let at = shape.firstRow.offset; at < bytes.length; ) {
    if (rows++ === MAX_BLANK_ROWS_CHECKED) return true;
    const read = reader.read(bytes, at, true);
    if (read === null || read.fields !== null || read.error !== null) return true;
    at = read.end;
  }
  return false;
}

const NAMES_TOO_LONG = 'the column names are too long; shorten them to 32,768 characters in total';

const isTooLong = (columns: readonly string[]): boolean =>
  columns.reduce((sum, { length }) => sum + length, 0) > MAX_NAMES_LENGTH;

const reject = (error: string): FileShapeRead => ({ ok: false, error });
