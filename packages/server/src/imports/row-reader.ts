// The interface of the CSV and NDJSON readers. They read one row without knowing the rows before it, so that reading can
// resume after any row.

export interface RowRead {
  /** Null for a rejected row and for a blank one, which is skipped. */
  readonly fields: Readonly<Record<string, unknown>> | null;
  /** Why the row was rejected. */
  readonly error: string | null;
  /** The offset after the row and its line end. */
  readonly end: number;
  /** The number of line ends up to there. */
  readonly lines: number;
  /** The row continues past `end`, up to the next line end. */
  readonly isCutOff: boolean;
}

export interface RowReader {
  /** Null if the row is not complete yet. `isLast` means the file ends with these bytes. */
  read(bytes: Buffer, start: number, isLast: boolean): RowRead | null;
}

export const TOO_LONG = 'the row is longer than 1 MiB';
export const NOT_UTF8 = 'the row is not valid UTF-8';

export const rejectRow = (error: string, end: number, lines: number, isCutOff = false): RowRead => ({
  fields: null,
  error,
  end,
  lines,
  isCutOff,
});

export const skipRow = (end: number, lines: number): RowRead => ({
  fields: null,
  error: null,
  end,
  lines,
  isCutOff: false,
});

export const acceptRow = (
  fields: Readonly<Record<string, unknown>>,
  end: number,
  lines: number,
): RowRead => ({
  fields,
  error: null,
  end,
  lines,
  isCutOff: false,
});
