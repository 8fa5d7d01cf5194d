// What kind of table an import file is.

import type { Encoding } from './decode-text.ts';

/** A place in a file. */
export interface Position {
  /** Bytes from the start of the file. */
  readonly offset: number;
  /** The physical line, from 1. */
  readonly line: number;
}

export interface FileShape {
  readonly format: 'csv' | 'ndjson';
  readonly encoding: Encoding;
  /** Empty for ndjson. */
  readonly delimiter: string;
  /** `\n` stands for `\r\n` too; `\r` alone ends the lines of old Mac files, and is text in all others. */
  readonly newline: '\n' | '\r';
  /** Unique names from the header; for ndjson the keys of the first objects. */
  readonly columns: readonly string[];
  /** Of dates between slashes: 31/12/2024. */
  readonly isDayFirst: boolean;
  /** Where the first row begins: behind a BOM and the header. */
  readonly firstRow: Position;
}
