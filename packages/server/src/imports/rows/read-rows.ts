// Reads the rows of an import file from a stream of any length, using only a few megabytes of memory. Every row
// includes the position where it ends. The import saves that position with the rows and resumes there after a crash.

import { decodeText, type Encoding } from '../columns/decode-text.ts';
import type { FileShape, Position } from '../columns/file-shape.ts';
import type { Slice } from './cut-slices.ts';
import { Cutter, cutStream } from './cutter.ts';

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
export const readRows = (
  chunks: AsyncIterable<Buffer>,
  shape: FileShape,
  from: Position,
  maxRowsPerBatch: number = MAX_ROWS_PER_BATCH,
): AsyncGenerator<RowBatch> => cutStream(chunks, new RowCutter(shape, from, maxRowsPerBatch));

/** Reads the rows of a slice; see cut-slices.ts. An incomplete row at the end is only read if it is the last one. */
export function readSlice(
  { bytes, from }: Slice,
  shape: FileShape,
  isLast = true,
  maxRows = Number.POSITIVE_INFINITY,
): Row[] {
  const cutter = new RowCutter(shape, from, Math.min(maxRows, MAX_ROWS_PER_BATCH));
  cutter.refill(bytes);
  const rows: Row[] = [];
  while (rows.length < maxRows) {
    const batch = cutter.cut(isLast);
    if (batch === null) break;
    rows.push(...batch.rows);
  }
  return rows;
}

class RowCutter extends Cutter<RowBatch> {
  readonly #encoding: Encoding;
  readonly #maxRows: number;

  constructor(shape: FileShape, from: Position, maxRows: number) {
    super(shape, from);
    this.#encoding = shape.encoding;
    this.#maxRows = maxRows;
  }

  override cut(isLast: boolean): RowBatch | null {
    const from = this.at;
    const rows: Row[] = [];
    while (rows.length < this.#maxRows && this.at - from < MAX_BATCH_BYTES && this.findRow()) {
      const start = this.at;
      const read = this.reader.read(this.bytes, start, isLast);
      if (read === null) break;
      const { fields, error } = read;
      const { line } = this;
      this.pass(read);
      if (fields !== null) rows.push({ ok: true, line, end: this.position(), fields });
      else if (error !== null) {
        const text = shortenRow(this.bytes.subarray(start, read.end), this.#encoding);
        rows.push({ ok: false, line, end: this.position(), error, text });
      }
    }
    return this.at === from ? null : { rows, end: this.position() };
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
