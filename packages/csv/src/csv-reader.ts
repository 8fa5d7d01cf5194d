// Reads CSV as written by our server (UTF-8, commas, doubled quotes, CRLF), in chunks that may end anywhere.

import { CsvScanner, MAX_COLUMNS, MAX_ROW_BYTES } from './csv-scanner.ts';

// The server adds columns to each row, and quoting can double its length.
const LIMITS = { maxColumns: 2 * MAX_COLUMNS + 10, maxRowBytes: 4 * MAX_ROW_BYTES };

export class CsvReader {
  readonly #scanner = new CsvScanner(',', '\n', LIMITS);
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  #rest = new Uint8Array();

  /** Returns the rows that end in `chunk`. */
  read(chunk: Uint8Array, isLast: boolean): string[][] {
    const bytes = new Uint8Array(this.#rest.length + chunk.length);
    bytes.set(this.#rest);
    bytes.set(chunk, this.#rest.length);
    const rows: string[][] = [];
    let start = 0;
    while (start < bytes.length) {
      const scan = this.#scanner.scan(bytes, start, isLast);
      if (scan === 'unfinished') break;
      const { end } = this.#scanner;
      rows.push(
        scan === 'row' ? this.#readValues(bytes, start) : [this.#decoder.decode(bytes.subarray(start, end))],
      );
      start = end;
    }
    this.#rest = bytes.slice(start);
    return rows;
  }

  #readValues(bytes: Uint8Array, start: number): string[] {
    const { count, starts, ends, doubled } = this.#scanner;
    return Array.from({ length: Math.min(count, starts.length) }, (_, index) => {
      const value = bytes.subarray(start + (starts[index] as number), start + (ends[index] as number));
      const text = this.#decoder.decode(value);
      return doubled[index] === 1 ? text.replaceAll('""', '"') : text;
    });
  }
}
