// Reads the rows of an import file from a stream of any length, using only a few megabytes of memory. Every row
// includes the position where it ends. The import saves that position with the rows and resumes there after a crash.

import { makeCsvReader } from './csv-rows.ts';
import { decodeText, type Encoding } from './decode-text.ts';
import type { FileShape, Position } from './file-shape.ts';
import { makeJsonReader } from './json-rows.ts';
import type { RowReader } from './row-reader.ts';

export type Row = AcceptedRow | RejectedRow;

export interface AcceptedRow {
  readonly ok: true;
  /** Where the row starts. */
  readonly line: number;
  /** Reading can resume from here with the next row. */
  readonly end: Position;
  /** The original text of each CSV column, or the parsed NDJSON object. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface RejectedRow {
  readonly ok: false;
  readonly line: number;
  readonly end: Position;
  readonly error: string;
  /** The raw text of the row, shortened, for the download of rejected rows. */
  readonly text: string;
}

export interface RowBatch {
  readonly rows: readonly Row[];
  /** Everything before it has been read, including blank lines after the last row. */
  readonly end: Position;
}

const MAX_ROWS_PER_BATCH = 1_000;
/** A parsed row can take up 16 times its size in the file, so few bytes are parsed at once. */
const MAX_BATCH_BYTES = 256 * 1024;
const MAX_TEXT_LENGTH = 2_000;
const MAX_BYTES_PER_CHARACTER = 4;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/** Yields rows in order, skipping blank lines. A batch without rows only reports how far reading has come. `chunks` must
 * start at `from.offset` of the file. */
export async function* readRows(
  chunks: AsyncIterable<Buffer>,
  shape: FileShape,
  from: Position,
  maxRowsPerBatch: number = MAX_ROWS_PER_BATCH,
): AsyncGenerator<RowBatch> {
  const cutter = new RowCutter(shape, from, maxRowsPerBatch);
  const pieces: Buffer[] = [];
  let size = 0;
  let enough = 0;
  for await (const chunk of chunks) {
    pieces.push(chunk);
    size += chunk.length;
    if (size < enough) continue;
    cutter.refill(pieces.length === 1 ? chunk : Buffer.concat(pieces, size));
    for (let batch = cutter.cut(false); batch !== null; batch = cutter.cut(false)) yield batch;
    const rest = cutter.rest();
    pieces.length = 0;
    pieces.push(rest);
    size = rest.length;
    // Wait until the buffer has doubled before reading an unfinished row again from its start, so that reading a long
    // row takes linear time no matter how small the chunks are.
    enough = size * 2;
  }
  cutter.refill(Buffer.concat(pieces, size));
  for (let batch = cutter.cut(true); batch !== null; batch = cutter.cut(true)) yield batch;
}

/** Cuts rows off the front of a buffer. */
class RowCutter {
  readonly #shape: FileShape;
  readonly #reader: RowReader;
  readonly #newline: number;
  readonly #maxRows: number;
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  /** The position of the buffer in the file. */
  #offset: number;
  #line: number;
  /** Whether to skip the rest of a row that was too long. */
  #isInRow: boolean;

  constructor(shape: FileShape, from: Position, maxRows: number) {
    this.#shape = shape;
    this.#reader = shape.format === 'csv' ? makeCsvReader(shape) : makeJsonReader(shape);
    this.#newline = shape.newline.charCodeAt(0);
    this.#maxRows = maxRows;
    this.#offset = from.offset;
    this.#line = from.line;
    this.#isInRow = from.isInRow === true;
  }

  /** `bytes` must start with whatever was left of the previous buffer. */
  refill(bytes: Buffer): void {
    this.#offset += this.#at;
    this.#bytes = bytes;
    this.#at = 0;
  }

  rest(): Buffer {
    return this.#bytes.subarray(this.#at);
  }

  /** Returns null if nothing more can be read without more bytes. */
  cut(isLast: boolean): RowBatch | null {
    const from = this.#at;
    const rows: Row[] = [];
    while (rows.length < this.#maxRows && this.#at - from < MAX_BATCH_BYTES) {
      if (this.#isInRow && !this.#skipRow()) break;
      this.#skipLineBreaks();
      const start = this.#at;
      const read = start < this.#bytes.length ? this.#reader.read(this.#bytes, start, isLast) : null;
      if (read === null) break;
      const { fields, error } = read;
      const line = this.#line;
      this.#at = read.end;
      this.#line += read.lines;
      this.#isInRow = read.isCutOff;
      if (fields !== null) rows.push({ ok: true, line, end: this.#position(), fields });
      else if (error !== null) {
        const text = shortenRow(this.#bytes.subarray(start, read.end), this.#shape.encoding);
        rows.push({ ok: false, line, end: this.#position(), error, text });
      }
    }
    return this.#at === from ? null : { rows, end: this.#position() };
  }

  /** Returns false if the row continues past the buffer. */
  #skipRow(): boolean {
    const found = this.#bytes.indexOf(this.#newline, this.#at);
    this.#at = found < 0 ? this.#bytes.length : found + 1;
    if (found < 0) return false;
    this.#line++;
    this.#isInRow = false;
    return true;
  }

  /** Skips empty lines a hundred times faster than the readers would. */
  #skipLineBreaks(): void {
    while (this.#bytes[this.#at] === this.#newline) {
      this.#at++;
      this.#line++;
    }
  }

  #position(): Position {
    const position = { offset: this.#offset + this.#at, line: this.#line };
    return this.#isInRow ? { ...position, isInRow: true } : position;
  }
}

/** Drops the line break and what PostgreSQL can't store: NUL and unpaired surrogates. */
function shortenRow(bytes: Buffer, encoding: Encoding): string {
  let end = Math.min(bytes.length, MAX_TEXT_LENGTH * MAX_BYTES_PER_CHARACTER);
  while (end > 0 && (bytes[end - 1] === LINE_FEED || bytes[end - 1] === RETURN)) end--;
  const text = decodeText(bytes.subarray(0, end), encoding)
    .slice(0, MAX_TEXT_LENGTH)
    .replaceAll('\0', '\ufffd');
  return text.isWellFormed() ? text : text.slice(0, -1);
}
