// How many files an account and its test twin have uploaded but not yet imported, and their size.

import { sql } from 'kysely';
import type { AccountScope } from '../db/account-scope.ts';

export interface HeldFiles {
  /** Uploads in progress. */
  readonly uploading: number;
  /** Files that haven't been fully imported. */
  readonly waiting: number;
  /** Uploads in the last 24 hours. */
  readonly inADay: number;
  readonly bytes: number;
  /** By the plan of the live account. */
  readonly maxBytes: number;
}

export async function getHeldFiles({ transaction }: AccountScope): Promise<HeldFiles> {
  const { rows } = await sql<HeldFiles>`
    select uploading, waiting, in_a_day as "inADay", bytes, max_bytes as "maxBytes" from leadline.import_files_held()`.execute(
    transaction,
  );
  return rows[0] as HeldFiles;
}
