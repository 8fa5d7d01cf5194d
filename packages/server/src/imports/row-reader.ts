// What the readers of the two formats have in common: they read the row at a place of some bytes, knowing nothing of
// the rows before it, so that reading can go on behind any row.

export interface RowRead {
  /** Null for a row that is refused, and for one without any value, which is passed over. */
  readonly fields: Readonly<Record<string, unknown>> | null;
  /** Why it is refused. */
  readonly error: string | null;
  /** Behind the row and its line end; line ends up to there. */
  readonly end: number;
  readonly lines: number;
  /** The row goes on behind `end`, up to the next line end. */
  readonly isCutOff: boolean;
}

export interface RowReader {
  /** Null when the row is not whole yet. `isLast`: the file ends with these bytes. */
  read(bytes: Buffer, start: number, isLast: boolean): RowRead | null;
}

export const TOO_LONG = 'the row is longer than 1 MiB';
export const NOT_UTF8 = 'the row holds bytes that are not UTF-8';

export const refuseRow = (error: string, end: number, lines: number, isCutOff = false): RowRead => ({
  fields: null,
  error,
  end,
  lines,
  isCutOff,
});

export const passOver = (end: number, lines: number): RowRead => ({
  fields: null,
  error: null,
  end,
  lines,
  isCutOff: false,
});

export const takeRow = (fields: Readonly<Record<string, unknown>>, end: number, lines: number): RowRead => ({
  fields,
  error: null,
  end,
  lines,
  isCutOff: false,
});
