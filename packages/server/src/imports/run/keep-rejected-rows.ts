// Limits how much is kept of rejected rows, and of those that were stored with a warning. Rows beyond the limit are only
// counted.

export interface KeptRow {
  readonly line: number;
  readonly reason: string;
  readonly content: string;
}

const MIB = 1024 * 1024;
/** About 100,000 rows of an ordinary file. Nobody corrects more than that by hand. */
const MAX_IMPORT_BYTES = 16 * MIB;
/** For an account and its test twin together, over the 30 days that rejected rows are kept. */
const MAX_ACCOUNT_BYTES = 64 * MIB;
/** In an import. With more than that, the column itself is wrong. */
export const MAX_WARNINGS_KEPT = 1_000;
/** What PostgreSQL needs for a row besides its texts. */
const ROW_OVERHEAD_BYTES = 64;

/** Takes the bytes that the import, and all of the account's imports together, have kept so far. */
export const findBytesLeft = (ofImport: number, ofAccount: number): number =>
  Math.max(0, Math.min(MAX_IMPORT_BYTES - ofImport, MAX_ACCOUNT_BYTES - ofAccount));

/** Keeps the first rows that fit. */
export function chooseKept(
  rows: Iterable<KeptRow>,
  bytesLeft: number,
): { readonly rows: readonly KeptRow[]; readonly bytes: number } {
  const kept: KeptRow[] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = sizeOf(row);
    if (bytes + size > bytesLeft) break;
    kept.push(row);
    bytes += size;
  }
  return { rows: kept, bytes };
}

const sizeOf = ({ reason, content }: KeptRow): number =>
  Buffer.byteLength(reason) + Buffer.byteLength(content) + ROW_OVERHEAD_BYTES;
