// The format of an import file: everything needed to read its rows.

import type { Encoding } from './decode-text.ts';

export interface Position {
  /** Bytes from the start of the file. */
  readonly offset: number;
  /** The physical line, starting at 1. */
  readonly line: number;
}

export interface FileShape {
  readonly format: 'csv' | 'ndjson';
  readonly encoding: Encoding;
  /** Empty for NDJSON. */
  readonly delimiter: string;
  /** `\n` also covers `\r\n`. `\r` ends lines only in old Mac files; elsewhere it is text. */
  readonly newline: '\n' | '\r';
  /** Unique names from the header, or the keys of the first NDJSON objects. */
  readonly columns: readonly string[];
  /** Whether dates with slashes start with the day: 31/12/2024. */
  readonly isDayFirst: boolean;
  /** Where the first row starts, after any BOM and header. */
  readonly firstRow: Position;
}
