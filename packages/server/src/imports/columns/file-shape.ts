// The format of an import file: everything needed to read its rows.

import type { Encoding } from './decode-text.ts';
import type { ChosenStatuses } from './status-words.ts';

export interface Position {
  /** Bytes from the start of the file. */
  readonly offset: number;
  /** The line number as a text editor would show it, starting at 1. */
  readonly line: number;
  /** Inside a row that was too long and has already been rejected. The next row starts after the next line break. */
  readonly isInRow?: true;
}

export interface FileShape {
  /** The rows of an Excel sheet are stored as lines; see xlsx/read-sheet.ts. */
  readonly format: 'csv' | 'ndjson' | 'xlsx';
  readonly encoding: Encoding;
  /** Only for CSV; otherwise empty. */
  readonly delimiter: string;
  /** `\n` also covers `\r\n`. `\r` alone is a line break only in old Mac files; elsewhere it is part of the text. */
  readonly newline: '\n' | '\r';
  /** The header made unique or, for NDJSON, the keys of the first objects. */
  readonly columns: readonly string[];
  /** Where the names of the columns are. Null for NDJSON. */
  readonly headerLine: number | null;
  /** Whether dates with slashes put the day first, as in 31/12/2024. */
  readonly isDayFirst: boolean;
  /** Chosen when the import is started. */
  readonly statuses?: ChosenStatuses;
  /** Where the first row starts, after any BOM and header. */
  readonly firstRow: Position;
  /** Where the rows come from, if the file is a workbook. */
  readonly workbook?: WorkbookShape;
}

export interface WorkbookShape {
  readonly sheet: string;
  readonly sheets: readonly string[];
  /** SHA-256 of the file, in hexadecimal. */
  readonly hash: string;
}
