// The entry point of an import thread; see import-threads.ts.

import { move, transferableSymbol, valueSymbol } from 'piscina';
import { packSlice } from './packed-slice.ts';
import { prepareSlice, type SliceToPrepare } from './prepare-slice.ts';

/** The result is moved to the other thread, not copied. */
export const prepareAndPack = (toPrepare: SliceToPrepare): unknown => {
  const packed = packSlice(prepareSlice(toPrepare));
  return move({ [transferableSymbol]: [packed.bytes.buffer], [valueSymbol]: packed });
};
