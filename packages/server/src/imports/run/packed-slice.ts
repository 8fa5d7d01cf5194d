// A prepared slice as it is sent between threads: all columns in one piece of memory.

import type { PreparedSlice } from './prepare-slice.ts';

export interface PackedSlice extends Omit<PreparedSlice, 'leads'> {
  readonly count: number;
  readonly isFromFile: boolean;
  /** The length of each column. */
  readonly lengths: readonly number[];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export function packSlice({ leads: { columns, ...leads }, ...slice }: PreparedSlice): PackedSlice {
  const lengths = columns.map(({ length }) => length);
  const bytes = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for (const column of columns) {
    bytes.set(column, at);
    at += column.length;
  }
  return { ...slice, ...leads, lengths, bytes };
}

export function unpackSlice({ count, isFromFile, lengths, bytes, ...slice }: PackedSlice): PreparedSlice {
  let at = 0;
  const columns = lengths.map((length) => {
    at += length;
    return bytes.subarray(at - length, at);
  });
  return { ...slice, leads: { count, isFromFile, columns } };
}
