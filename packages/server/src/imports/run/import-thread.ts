// The entry point of an import thread; see import-threads.ts.

import { move, transferableSymbol, valueSymbol } from 'piscina';
import { packSlice } from './packed-slice.ts';
import { prepareSlice, type SliceToPrepare } from './prepare-slice.ts';

export interface SliceForThread extends SliceToPrepare {
  /** Shared memory, set to 1 once the thread works on the slice. */
  readonly begun: Int32Array;
}

/** The result is moved to the other thread, not copied. */
export const prepareAndPack = ({ begun, ...toPrepare }: SliceForThread): unknown => {
  Atomics.store(begun, 0, 1);
  const packed = packSlice(prepareSlice(toPrepare));
  return move({ [transferableSymbol]: [packed.bytes.buffer], [valueSymbol]: packed });
};
