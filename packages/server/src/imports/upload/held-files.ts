// How many files an account and its test twin have uploaded but not yet imported, and their size.

import { sql } from 'kysely';
import type { AccountScope } from '../../platform/db/account-scope.ts';

export interface HeldFiles {
  /** Uploads in progress. */
  readonly uploading: number;
  /** Files that haven't been fully imported. */
  readonly waiting: number;
  /** Uploads in the last 24 hours, including those that were rejected. */
  readonly inADay: number;
  /** What was written for them. */
  readonly bytesInADay: number;
  readonly bytes: number;
  /** By the plan of the live account. */
  readonly maxBytes: number;
}

export async function getHeldFiles({ transaction }: AccountScope): Promise<HeldFiles> {
  const { rows } = await sql<HeldFiles>`
    select uploading, waiting, in_a_day as "inADay", leadline.import_bytes_in_a_day() as "bytesInADay", bytes,
      max_bytes as "maxBytes"
    from leadline.import_files_held()`.execute(transaction);
  return rows[0] as HeldFiles;
}

/** Files that were rejected, cancelled or imported are written to the disk, too, and to the log of the database. */
export const MAX_TIMES_HELD_IN_A_DAY = 10;

export const isTooMuchInADay = ({ bytesInADay, maxBytes }: HeldFiles, more = 0): boolean =>
  bytesInADay + more > MAX_TIMES_HELD_IN_A_DAY * maxBytes;
