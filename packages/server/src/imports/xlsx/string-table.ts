// The texts that the cells of a workbook refer to by number. They are kept in memory that threads share, because every
// slice of a sheet needs them, and they would be too large to copy for each.

import { BrokenWorkbook, DAMAGED } from './broken-workbook.ts';
import { readRichText } from './cell-text.ts';
import { decodePiece, measureText, type XmlPiece } from './xml-piece.ts';
import { XmlScanner } from './xml-scanner.ts';

export interface StringTable {
  readonly bytes: SharedArrayBuffer;
  /** Where each text ends in `bytes`. */
  readonly ends: SharedArrayBuffer;
  readonly count: number;
}

export const NO_STRINGS: StringTable = {
  bytes: new SharedArrayBuffer(0),
  ends: new SharedArrayBuffer(0),
  count: 0,
};

/** Enough for 300,000 leads with a message each. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_STRINGS = 4_000_000;
const MIN_XML_BYTES = '<si/>'.length;
const TOO_MUCH_TEXT =
  'the workbook contains more than 64 MiB of text; save the sheet as "CSV UTF-8" and upload that';

/** A text takes up less than its XML. Memory that isn't written to isn't used. */
export const makeStringTable = (xmlBytes: number): StringTable => ({
  bytes: new SharedArrayBuffer(Math.min(xmlBytes, MAX_BYTES)),
  ends: new SharedArrayBuffer(4 * Math.min(Math.ceil(xmlBytes / MIN_XML_BYTES), MAX_STRINGS)),
  count: 0,
});

export interface StringsRead {
  readonly consumed: number;
  readonly count: number;
  readonly error: string | null;
}

/** For the compute threads: adds the texts of a piece to the table. */
export function readStrings({ table, ...piece }: XmlPiece & { readonly table: StringTable }): StringsRead {
  const bytes = Buffer.from(table.bytes);
  const ends = new Uint32Array(table.ends);
  let { count } = table;
  let end = count === 0 ? 0 : (ends[count - 1] as number);
  const text = decodePiece(piece);
  const xml = new XmlScanner(text);
  let done = 0;
  try {
    for (;;) {
      const token = xml.next();
      if (token === 'end') break;
      if (token === 'open' && xml.name === 'si') {
        const found = readRichText(xml, 'si');
        if (found === null) break;
        const length = Buffer.byteLength(found);
        if (count === ends.length || end + length > bytes.length)
          return { consumed: 0, count, error: TOO_MUCH_TEXT };
        bytes.write(found, end);
        end += length;
        ends[count++] = end;
      }
      done = xml.at;
    }
  } catch (error) {
    return { consumed: 0, count, error: error instanceof BrokenWorkbook ? error.message : DAMAGED };
  }
  return { consumed: measureText(text, done), count, error: null };
}

/** Null if there is no such text. */
export function makeLookup({ bytes, ends, count }: StringTable): (index: number) => string | null {
  const text = Buffer.from(bytes);
  const stops = new Uint32Array(ends);
  return (index) =>
    Number.isInteger(index) && index >= 0 && index < count
      ? text.toString('utf8', index === 0 ? 0 : (stops[index - 1] as number), stops[index])
      : null;
}
