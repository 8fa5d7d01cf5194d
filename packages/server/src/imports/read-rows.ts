// Reads the rows of an import file from a stream of any length, with a few megabytes in memory at most. Every row says
// where it ends: an import stores that beside the rows before it, and goes on from there after a crash.

import { makeCsvReader } from './csv-rows.ts';
import { decodeText, type Encoding } from './decode-text.ts';
import type { FileShape, Position } from './file-shape.ts';
import { makeJsonReader } from './json-rows.ts';
import type { RowReader } from './row-reader.ts';

export type Row = ReadRow | RefusedRow;

export interface ReadRow {
  readonly ok: true;
  /** Where the row begins. */
  readonly line: number;
  /** Reading from here gives exactly the rows that follow. */
  readonly end: Position;
  /** Of csv the text of each column as it stands; of ndjson the object. */
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface RefusedRow {
  readonly ok: false;
  readonly line: number;
  readonly end: Position;
  readonly error: string;
  /** The raw row, shortened, for the customer's download of refused rows. */
  readonly text: string;
}

const MAX_ROWS_IN_LOT = 1_000;
const MAX_TEXT_LENGTH = 2_000;
const MAX_BYTES_A_CHARACTER = 4;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/** Rows in lots, in order; lines without any value are passed over. `chunks` begins at `from.offset` of the file. */
export async function* readRows(
  chunks: AsyncIterable<Buffer>,
  shape: FileShape,
  from: Position,
): AsyncGenerator<readonly Row[]> {
  const cutter = new RowCutter(shape, from);
  const pieces: Buffer[] = [];
  let size = 0;
  let enough = 0;
  for await (const chunk of chunks) {
    pieces.push(chunk);
    size += chunk.length;
    if (size < enough) continue;
    cutter.take(pieces.length === 1 ? chunk : Buffer.concat(pieces, size));
    for (let lot = cutter.cut(false); lot.length > 0; lot = cutter.cut(false)) yield lot;
    const rest = cutter.rest();
    pieces.length = 0;
    pieces.push(rest);
    size = rest.length;
    // An unfinished row is begun anew with more bytes: twice as many, so that a long one costs no more than twice
    // its length, however small the chunks.
    enough = size * 2;
  }
  cutter.take(Buffer.concat(pieces, size));
  for (let lot = cutter.cut(true); lot.length > 0; lot = cutter.cut(true)) yield lot;
}

/** Cuts rows off the front of some bytes. */
class RowCutter {
  readonly #shape: FileShape;
  readonly #reader: RowReader;
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  /** Where the bytes begin in the file. */
  #offset: number;
  #line: number;
  /** A row too long to hold: what to say of it once its end is met. */
  #endless: Pick<RefusedRow, 'line' | 'error' | 'text'> | null = null;

  constructor(shape: FileShape, from: Position) {
    this.#shape = shape;
    this.#reader = shape.format === 'csv' ? makeCsvReader(shape) : makeJsonReader(shape);
    this.#offset = from.offset;
    this.#line = from.line;
  }

  /** Bytes that begin with the rest of those before. */
  take(bytes: Buffer): void {
    this.#offset += this.#at;
    this.#bytes = bytes;
    this.#at = 0;
  }

  rest(): Buffer {
    return this.#bytes.subarray(this.#at);
  }

  /** The next rows; none when there is no whole one. */
  cut(isLast: boolean): readonly Row[] {
    const rows: Row[] = [];
    while (rows.length < MAX_ROWS_IN_LOT) {
      if (this.#endless !== null) {
        if (!this.#findLineEnd(isLast)) break;
        rows.push({ ok: false, end: this.#position(), ...this.#endless });
        this.#endless = null;
      }
      const start = this.#at;
      const read = start < this.#bytes.length ? this.#reader.read(this.#bytes, start, isLast) : null;
      if (read === null) break;
      const { fields, error } = read;
      const line = this.#line;
      this.#at = read.end;
      this.#line += read.lines;
      if (fields !== null) rows.push({ ok: true, line, end: this.#position(), fields });
      else if (error !== null) {
        const text = showRow(this.#bytes.subarray(start, read.end), this.#shape.encoding);
        if (read.isCutOff) this.#endless = { line, error, text };
        else rows.push({ ok: false, line, end: this.#position(), error, text });
      }
    }
    return rows;
  }

  #findLineEnd(isLast: boolean): boolean {
    const found = this.#bytes.indexOf(this.#shape.newline, this.#at);
    this.#at = found < 0 ? this.#bytes.length : found + 1;
    if (found >= 0) this.#line++;
    return found >= 0 || isLast;
  }

  #position(): Position {
    return { offset: this.#offset + this.#at, line: this.#line };
  }
}

/** Without its line end, and without what no database stores: NUL and half a surrogate pair. */
function showRow(bytes: Buffer, encoding: Encoding): string {
  let end = Math.min(bytes.length, MAX_TEXT_LENGTH * MAX_BYTES_A_CHARACTER);
  while (end > 0 && (bytes[end - 1] === LINE_FEED || bytes[end - 1] === RETURN)) end--;
  const text = decodeText(bytes.subarray(0, end), encoding)
    .slice(0, MAX_TEXT_LENGTH)
    .replaceAll('\0', '\ufffd');
  return text.isWellFormed() ? text : text.slice(0, -1);
}
