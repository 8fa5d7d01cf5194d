// Cuts an import file into slices of whole rows, without reading their values. Each slice is read and scored on its own,
// on any thread, and stored in one transaction.

import type { FileShape, Position } from '../columns/file-shape.ts';
import { Cutter, cutStream } from './cutter.ts';

export interface Slice {
  /** Whole rows. Empty if there is nothing to read up to `end`. */
  readonly bytes: Buffer;
  /** Where `bytes` start, which is never inside a row. */
  readonly from: Position;
  /** Everything before it has been read, including what is skipped. */
  readonly end: Position;
}

/** Kept small, because new leads for the same account have to wait while a slice is being stored. */
const MAX_ROWS = 250;
/** A parsed row takes up to 16 times its size in the file, and up to six times as JSON. */
const MAX_BYTES = 128 * 1024;

/** `chunks` must start at `from.offset` of the file. */
export const cutSlices = (
  chunks: AsyncIterable<Buffer>,
  shape: FileShape,
  from: Position,
  maxRows: number = MAX_ROWS,
): AsyncGenerator<Slice> => cutStream(chunks, new SliceCutter(shape, from, maxRows));

/** Reading a slice by itself gives the same rows. A stray quote is recognized by what follows it, but where the slice
 * ends, the quote isn't closed either. Only the end of a row that is too long could be mistaken for the end of the file
 * and close a quote before it, so such a row has a slice to itself. */
class SliceCutter extends Cutter<Slice> {
  readonly #maxRows: number;

  constructor(shape: FileShape, from: Position, maxRows: number) {
    super(shape, from);
    this.#maxRows = maxRows;
  }

  override cut(isLast: boolean): Slice | null {
    const before = this.at;
    let first: { readonly at: number; readonly from: Position } | null = null;
    for (let rows = 0; rows < this.#maxRows && this.findRow(); rows++) {
      first ??= { at: this.at, from: this.position() };
      if (this.at - first.at >= MAX_BYTES) break;
      const extent = this.reader.measure(this.bytes, this.at, isLast);
      if (extent === null || (extent.isCutOff && rows > 0)) break;
      this.pass(extent);
      if (extent.isCutOff) break;
    }
    if (this.at === before) return null;
    const end = this.position();
    return first === null
      ? { bytes: this.bytes.subarray(0, 0), from: end, end }
      : { bytes: this.bytes.subarray(first.at, this.at), from: first.from, end };
  }
}
