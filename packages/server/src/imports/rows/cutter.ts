// Cuts pieces off the front of a stream, each ending where a row ends, and knows their positions in the file.

import type { FileShape, Position } from '../columns/file-shape.ts';
import { makeCsvReader } from './csv-rows.ts';
import { makeJsonReader } from './json-rows.ts';
import type { RowExtent, RowReader } from './row-reader.ts';
import { makeSheetReader } from './sheet-rows.ts';

const READERS: Readonly<Record<FileShape['format'], (shape: FileShape) => RowReader>> = {
  csv: makeCsvReader,
  ndjson: makeJsonReader,
  xlsx: makeSheetReader,
};

export abstract class Cutter<Piece> {
  protected readonly reader: RowReader;
  protected bytes: Buffer = Buffer.alloc(0);
  /** Everything before it has been cut off. */
  protected at = 0;
  protected line: number;
  readonly #newline: number;
  /** The position of the buffer in the file. */
  #offset: number;
  /** Whether to skip the rest of a row that was too long. */
  #isInRow: boolean;

  constructor(shape: FileShape, from: Position) {
    this.reader = READERS[shape.format](shape);
    this.#newline = shape.newline.charCodeAt(0);
    this.#offset = from.offset;
    this.line = from.line;
    this.#isInRow = from.isInRow === true;
  }

  /** Returns null if nothing more can be read without more bytes. */
  abstract cut(isLast: boolean): Piece | null;

  /** `bytes` must start with whatever was left of the previous buffer. */
  refill(bytes: Buffer): void {
    this.#offset += this.at;
    this.bytes = bytes;
    this.at = 0;
  }

  rest(): Buffer {
    return this.bytes.subarray(this.at);
  }

  /** Moves on to the next row. Returns false if there is none in the buffer. */
  protected findRow(): boolean {
    if (this.#isInRow && !this.#skipRow()) return false;
    this.#skipLineBreaks();
    return this.at < this.bytes.length;
  }

  protected pass({ end, lines, isCutOff }: RowExtent): void {
    this.at = end;
    this.line += lines;
    this.#isInRow = isCutOff;
  }

  protected position(): Position {
    const position = { offset: this.#offset + this.at, line: this.line };
    return this.#isInRow ? { ...position, isInRow: true } : position;
  }

  /** Returns false if the row continues past the buffer. */
  #skipRow(): boolean {
    const found = this.bytes.indexOf(this.#newline, this.at);
    this.at = found < 0 ? this.bytes.length : found + 1;
    if (found < 0) return false;
    this.line++;
    this.#isInRow = false;
    return true;
  }

  /** Skips empty lines a hundred times faster than the readers would. */
  #skipLineBreaks(): void {
    while (this.bytes[this.at] === this.#newline) {
      this.at++;
      this.line++;
    }
  }
}

export async function* cutStream<Piece>(
  chunks: AsyncIterable<Buffer>,
  cutter: Cutter<Piece>,
): AsyncGenerator<Piece> {
  const pieces: Buffer[] = [];
  let size = 0;
  let enough = 0;
  for await (const chunk of chunks) {
    pieces.push(chunk);
    size += chunk.length;
    if (size < enough) continue;
    cutter.refill(pieces.length === 1 ? chunk : Buffer.concat(pieces, size));
    for (let piece = cutter.cut(false); piece !== null; piece = cutter.cut(false)) yield piece;
    const rest = cutter.rest();
    pieces.length = 0;
    pieces.push(rest);
    size = rest.length;
    // Wait until the buffer has doubled before reading an unfinished row again from its start, so that reading a long
    // row takes linear time no matter how small the chunks are.
    enough = size * 2;
  }
  cutter.refill(Buffer.concat(pieces, size));
  for (let piece = cutter.cut(true); piece !== null; piece = cutter.cut(true)) yield piece;
}
