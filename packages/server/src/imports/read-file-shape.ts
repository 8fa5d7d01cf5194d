// What kind of table an import file is, told from its first bytes: once, before any row is read, so that the
// mapping of columns can be shown and an import that goes on later reads the rest in the same way.

import { CsvScanner, MAX_COLUMNS } from '@leadline/csv';
import { nameColumns } from './column-names.ts';
import { makeCsvReader } from './csv-rows.ts';
import { readValues } from './csv-values.ts';
import { decodeText, type Encoding } from './decode-text.ts';
import type { FileShape, Position } from './file-shape.ts';
import { isDayFirst } from './find-date-order.ts';
import { findDelimiter } from './find-delimiter.ts';
import { findForeignFile } from './foreign-files.ts';
import { readJsonObject } from './json-rows.ts';
import { looksLikeData } from './looks-like-data.ts';

export type FileShapeRead =
  | { readonly ok: true; readonly shape: FileShape }
  | { readonly ok: false; readonly error: string };

/** A head shorter than this is taken for the whole file. */
export const MAX_HEAD_BYTES = 1024 * 1024;

const BOM = Buffer.from('\ufeff');
const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const OBJECTS_LOOKED_AT = 100;

/** From the first bytes of a file, up to MAX_HEAD_BYTES, and whether all of the file is UTF-8. */
export function readFileShape(head: Buffer, isUtf8: boolean): FileShapeRead {
  const bytes = head.subarray(0, MAX_HEAD_BYTES);
  const isWhole = head.length < MAX_HEAD_BYTES;
  const foreign = findForeignFile(bytes);
  if (foreign !== null) return refuse(foreign);

  const encoding = chooseEncoding(bytes, isUtf8);
  const top: Position = { offset: bytes.subarray(0, 3).equals(BOM) ? 3 : 0, line: 1 };
  const start = bytes.toString('latin1', top.offset).trimStart();
  if (start === '') return refuse(isWhole ? 'the file is empty' : 'the file begins with nothing but blanks');
  const file: Head = { bytes, isWhole, encoding, newline: findNewline(bytes) };
  if (start.startsWith('{')) return readJsonShape(file, top);
  if (/^\[\s*\{/.test(start)) {
    return refuse('this is one JSON list; write one JSON object a line instead (NDJSON), without brackets');
  }
  return readCsvShape(file, top);
}

interface Head {
  readonly bytes: Buffer;
  readonly isWhole: boolean;
  readonly encoding: Encoding;
  readonly newline: '\n' | '\r';
}

function readCsvShape(file: Head, top: Position): FileShapeRead {
  const { bytes, isWhole, encoding, newline } = file;
  let at = skipBlankLines(file, top);
  const told = findToldDelimiter(file, at);
  if (told !== null) at = skipBlankLines(file, told.next);
  const delimiter = told?.delimiter ?? findDelimiter(bytes, at.offset, newline, isWhole);

  const scanner = new CsvScanner(delimiter, newline);
  const scan = scanner.scan(bytes, at.offset, isWhole);
  if (scan === 'open quote') return refuse('a quote opens in the header and never closes');
  if (scan !== 'row') return refuse('the header is longer than 1 MiB');
  if (scanner.count > MAX_COLUMNS) {
    return refuse(`the header has ${scanner.count} columns; ${MAX_COLUMNS} are the most we read`);
  }
  const headers = readValues(bytes, at.offset, scanner, encoding);
  if (headers === null) return refuse('the header holds bytes that are not UTF-8');
  if (headers.every((header) => header.trim() === '')) return refuse('the file holds no column names');
  if (looksLikeData(headers)) {
    return refuse(
      'the first line looks like a row, not like a header; put the names of the columns above it',
    );
  }
  const firstRow = { offset: scanner.end, line: at.line + scanner.lines };
  const columns = nameColumns(headers);
  const dayFirst = isDayFirst(decodeText(bytes, encoding));
  const shape: FileShape = {
    format: 'csv',
    encoding,
    delimiter,
    newline,
    columns,
    isDayFirst: dayFirst,
    firstRow,
  };
  if (isWhole && !hasRow(bytes, shape)) return refuse('the file has a header but no rows');
  return { ok: true, shape };
}

function readJsonShape(file: Head, top: Position): FileShapeRead {
  const { bytes, isWhole, encoding, newline } = file;
  const columns = new Set<string>();
  let objects = 0;
  let from = top.offset;
  for (let line = 0; line < OBJECTS_LOOKED_AT && from < bytes.length; line++) {
    const end = bytes.indexOf(newline, from);
    if (end < 0 && !isWhole) break;
    const to = end < 0 ? bytes.length : end;
    const read = readJsonObject(decodeText(bytes.subarray(from, to), encoding));
    if (read.ok) {
      objects++;
      for (const key of Object.keys(read.object)) columns.add(key);
    }
    from = to + 1;
  }
  if (objects === 0)
    return refuse('this looks like JSON, but no line is a whole object; write one object a line');
  if (columns.size > MAX_COLUMNS) {
    return refuse(
      `the first objects have ${columns.size} different keys; ${MAX_COLUMNS} are the most we read`,
    );
  }
  if (columns.size === 0) return refuse('the first objects hold nothing');
  return {
    ok: true,
    shape: {
      format: 'ndjson',
      encoding,
      delimiter: '',
      newline,
      columns: [...columns],
      isDayFirst: isDayFirst(decodeText(bytes, encoding)),
      firstRow: top,
    },
  };
}

/** A few bytes that are not UTF-8 in a file that otherwise is must cost their rows, not garble all the others. */
function chooseEncoding(head: Buffer, isUtf8: boolean): Encoding {
  if (isUtf8 || head.subarray(0, 3).equals(BOM)) return 'utf8';
  const text = head.toString('utf8');
  const wrong = text.match(/\ufffd/g)?.length ?? 0;
  const right = text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0;
  // Western text in the other encoding is hardly ever right by chance.
  return right > 4 * wrong ? 'utf8' : 'windows-1252';
}

/** By the end of the first line, outside quotes. Some exports end lines with `\r\r\n`. */
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

/** Lines of blanks and delimiters alone, as sheets have them above the header. */
function skipBlankLines({ bytes, newline }: Head, from: Position): Position {
  let { offset, line } = from;
  for (;;) {
    const end = bytes.indexOf(newline, offset);
    if (end < 0 || /[^\s,;|]/.test(bytes.toString('latin1', offset, end))) return { offset, line };
    offset = end + 1;
    line++;
  }
}

/** Excel's own first line, `sep=;`. */
function findToldDelimiter(
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
  for (let at = shape.firstRow.offset; at < bytes.length; ) {
    const read = reader.read(bytes, at, true);
    if (read === null || read.fields !== null || read.error !== null) return true;
    at = read.end;
  }
  return false;
}

const refuse = (error: string): FileShapeRead => ({ ok: false, error });
