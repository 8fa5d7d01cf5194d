// Turns the XML of a sheet into lines: line 7 is row 7 of the sheet, as a JSON array of the texts of its cells. A blank
// line is a blank row. A line that is only a text says why the row is rejected. Runs on a compute thread, a piece at a time.
//
// A cancelled import continues where it stopped when the same file is uploaded again, so what is written for a given file
// should not change.

import { MAX_COLUMNS, MAX_ROW_BYTES } from '@leadline/csv';
import { TOO_LONG } from '../rows/row-reader.ts';
import { BrokenWorkbook, DAMAGED } from './broken-workbook.ts';
import { readPlainText, readRichText, unescapeText } from './cell-text.ts';
import { type CellFormats, PLAIN } from './number-formats.ts';
import { showNumber } from './show-number.ts';
import { makeLookup, type StringTable } from './string-table.ts';
import { decodePiece, measureText, type XmlPiece } from './xml-piece.ts';
import { XmlScanner } from './xml-scanner.ts';

export interface SheetState {
  readonly part: 'before rows' | 'rows' | 'after rows';
  /** How many lines have been written. */
  readonly line: number;
}

export const SHEET_START: SheetState = { part: 'before rows', line: 0 };

export interface SheetPiece extends XmlPiece {
  readonly state: SheetState;
  readonly strings: StringTable;
  readonly formats: CellFormats;
  readonly is1904: boolean;
}

/** Zero-based and inclusive. */
export interface MergedCells {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export interface SheetRead {
  readonly consumed: number;
  readonly state: SheetState;
  readonly lines: Uint8Array;
  /** How much text was read, which can be far more than the piece has. */
  readonly textBytes: number;
  /** Those at the top of the sheet. */
  readonly merged: readonly MergedCells[];
  readonly error: string | null;
}

/** Excel's own limit. */
const MAX_ROWS = 1_048_576;
/** Cells can refer to the same long text, so a piece can contain far more text than it is long. */
const MAX_TEXT_BYTES = 4 * 1024 * 1024;
/** So does a row with a single cell far to the right, which is written with an empty text for each before it. */
const MAX_LINES_LENGTH = 4 * 1024 * 1024;
/** A header is above that. */
const MAX_MERGED_ROW = 100;
export const MAX_MERGED = 1_000;
const TOO_WIDE = `the row has more than ${MAX_COLUMNS} values`;

export function readSheet(piece: SheetPiece): SheetRead {
  const reader = new SheetReader(piece);
  try {
    return reader.read();
  } catch (error) {
    const message = error instanceof BrokenWorkbook ? error.message : DAMAGED;
    return {
      consumed: 0,
      state: piece.state,
      lines: new Uint8Array(),
      textBytes: 0,
      merged: [],
      error: message,
    };
  }
}

class SheetReader {
  readonly #piece: SheetPiece;
  readonly #xml: XmlScanner;
  readonly #text: string;
  readonly #lookUp: (index: number) => string | null;
  readonly #lines: string[] = [];
  readonly #merged: MergedCells[] = [];
  #line: number;
  #linesLength = 0;
  #textBytes = 0;
  /** Of the row that is being read, including what isn't kept. */
  #rowBytes = 0;

  constructor(piece: SheetPiece) {
    this.#piece = piece;
    this.#text = decodePiece(piece);
    this.#xml = new XmlScanner(this.#text);
    this.#lookUp = makeLookup(piece.strings);
    this.#line = piece.state.line;
  }

  read(): SheetRead {
    const xml = this.#xml;
    let { part } = this.#piece.state;
    let done = 0;
    while (this.#textBytes < MAX_TEXT_BYTES && this.#linesLength < MAX_LINES_LENGTH) {
      const token = xml.next();
      if (token === 'end') break;
      if (token === 'open') {
        if (part === 'before rows' && xml.name === 'sheetData') part = xml.isEmpty ? 'after rows' : 'rows';
        else if (part === 'rows' && xml.name === 'row') {
          if (!this.#readRow()) break;
        } else if (part === 'after rows' && xml.name === 'mergeCell') this.#readMerged();
      } else if (token === 'close' && xml.name === 'sheetData') part = 'after rows';
      done = xml.at;
    }
    return {
      consumed: measureText(this.#text, done),
      state: { part, line: this.#line },
      lines: Buffer.from(this.#lines.join('')),
      textBytes: this.#textBytes,
      merged: this.#merged,
      error: null,
    };
  }

  /** Returns false if the row isn't complete. */
  #readRow(): boolean {
    const xml = this.#xml;
    const stated = Number(xml.attribute('r') ?? 0);
    const number = stated > this.#line ? stated : this.#line + 1;
    if (!Number.isInteger(number) || number > MAX_ROWS) throw new BrokenWorkbook(DAMAGED);
    this.#rowBytes = 0;
    const row = xml.isEmpty ? EMPTY_ROW : this.#readCells();
    if (row === null) return false;
    this.#textBytes += this.#rowBytes;
    if (number > this.#line + 1) this.#write('\n'.repeat(number - this.#line - 1));
    this.#line = number;
    this.#write(writeLine(row));
    return true;
  }

  #write(lines: string): void {
    this.#lines.push(lines);
    this.#linesLength += lines.length;
  }

  #readCells(): Row | null {
    const xml = this.#xml;
    const values: string[] = [];
    let isTooWide = false;
    let column = -1;
    for (;;) {
      const token = xml.next();
      if (token === 'end') return null;
      if (token === 'close' && xml.name === 'row') break;
      if (token !== 'open' || xml.name !== 'c') continue;
      column = readColumn(xml.attribute('r')) ?? column + 1;
      const value = this.#readCell(isTooWide || this.#rowBytes > MAX_ROW_BYTES);
      if (value === null) return null;
      if (value === '') continue;
      if (column >= MAX_COLUMNS) {
        isTooWide = true;
        continue;
      }
      while (values.length < column) values.push('');
      values[column] = value;
    }
    return { values, problem: this.#rowBytes > MAX_ROW_BYTES ? TOO_LONG : isTooWide ? TOO_WIDE : null };
  }

  /** Returns null if the cell isn't complete. */
  #readCell(isSkipped: boolean): string | null {
    const xml = this.#xml;
    const type = xml.attribute('t') ?? 'n';
    const style = xml.attribute('s');
    if (xml.isEmpty) return '';
    let value = '';
    for (;;) {
      const token = xml.next();
      if (token === 'end') return null;
      if (token === 'close' && xml.name === 'c') break;
      if (token !== 'open' || (xml.name !== 'v' && xml.name !== 'is')) continue;
      const text = xml.name === 'is' ? readRichText(xml, 'is') : readPlainText(xml, 'v');
      if (text === null) return null;
      value = text;
    }
    if (isSkipped || value === '') return '';
    // A shared text costs its length even if nothing is left of it without blanks.
    const text = type === 's' ? (this.#lookUp(Number(value)) ?? '') : value;
    this.#rowBytes += text.length;
    return this.#show(text, type, style);
  }

  #show(value: string, type: string, style: string | null): string {
    switch (type) {
      case 's':
      case 'inlineStr':
        return value.trim();
      case 'str':
        return unescapeText(value).trim();
      case 'b':
        return value.trim() === '1' ? 'true' : 'false';
      case 'e':
        return ''; // such as #N/A
      case 'd':
        return value.trim().replace(/T00:00:00(?:\.0+)?Z?$/, '');
      default: {
        const { formats, ofStyle } = this.#piece.formats;
        const format = formats[ofStyle[Number(style ?? 0)] ?? 0] ?? PLAIN;
        return showNumber(value, format, this.#piece.is1904);
      }
    }
  }

  #readMerged(): void {
    const cells = readRange(this.#xml.attribute('ref') ?? '');
    if (cells === null || cells.top > MAX_MERGED_ROW || this.#merged.length >= MAX_MERGED) return;
    this.#merged.push(cells);
  }
}

interface Row {
  readonly values: readonly string[];
  /** Why the row is rejected. */
  readonly problem: string | null;
}

const EMPTY_ROW: Row = { values: [], problem: null };

function writeLine({ values, problem }: Row): string {
  if (problem !== null) return `${JSON.stringify(problem)}\n`;
  if (values.length === 0) return '\n';
  const line = JSON.stringify(values);
  return Buffer.byteLength(line) > MAX_ROW_BYTES ? `${JSON.stringify(TOO_LONG)}\n` : `${line}\n`;
}

const REFERENCE = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i;

/** `C7` → 2 */
function readColumn(reference: string | null): number | null {
  if (reference === null) return null;
  let column = 0;
  for (let at = 0; at < reference.length && at < 3; at++) {
    const letter = (reference.charCodeAt(at) | 0x20) - 0x60;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column === 0 ? null : column - 1;
}

/** `A1:C2` */
function readRange(reference: string): MergedCells | null {
  const [from = '', to = from] = reference.split(':');
  const start = REFERENCE.exec(from);
  const end = REFERENCE.exec(to);
  if (start === null || end === null) return null;
  return {
    left: readColumn(from) ?? 0,
    top: Number(start[2]) - 1,
    right: readColumn(to) ?? 0,
    bottom: Number(end[2]) - 1,
  };
}
