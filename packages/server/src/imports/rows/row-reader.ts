// The interface of the CSV and NDJSON readers. They read each row independently of the ones before it, so that
// reading can resume after any row.

export interface RowRead {
  /** Null if the row was rejected, or skipped because it is blank. */
  readonly fields: Readonly<Record<string, unknown>> | null;
  /** Why the row was rejected. */
  readonly error: string | null;
  /** The offset just after the row and its line break. */
  readonly end: number;
  /** The number of line breaks up to `end`. */
  readonly lines: number;
  /** The row is too long and continues past `end`, up to the next line break. */
  readonly isCutOff: boolean;
}

export type RowExtent = Pick<RowRead, 'end' | 'lines' | 'isCutOff'>;

export interface RowReader {
  /** Returns null if the row is not complete yet. `isLast` means that these bytes are the end of the file. */
  read(bytes: Buffer, start: number, isLast: boolean): RowRead | null;
  /** Finds where the row ends, exactly as `read` does, without reading its values. */
  measure(bytes: Buffer, start: number, isLast: boolean): RowExtent | null;
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
