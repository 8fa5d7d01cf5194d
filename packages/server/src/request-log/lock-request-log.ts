// Whoever deletes leads or people holds an account's requests alone, whoever writes requests down shares them: so none is
// written down whose lead or person is being forgotten. To be taken before the account's own lock.

import { sql } from 'kysely';
import type { AccountTransaction } from '../db/database.ts';

/** Other than leadline.lock_key, which is 0. */
const WRITING = 1;
const TRIMMING = 2;

export async function holdReceived(trx: AccountTransaction, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${accountId}::uuid::text, ${WRITING}))`.execute(
    trx,
  );
}

export interface Shared {
  /** False while somebody holds them. */
  readonly may_write: boolean;
  /** For one at a time: two that delete the same rows might wait for each other. */
  readonly may_trim: boolean;
}

/** Without waiting. And nobody waits for the disk: what a crash takes along is no record of anything. */
export async function shareReceived(trx: AccountTransaction, accountId: string): Promise<Shared> {
  const { rows } = await sql<Shared>`
    select pg_try_advisory_xact_lock_shared(hashtextextended(${accountId}::uuid::text, ${WRITING})) as may_write,
      pg_try_advisory_xact_lock(hashtextextended(${accountId}::uuid::text, ${TRIMMING})) as may_trim,
      set_config('synchronous_commit', 'off', true)`.execute(trx);
  return rows[0] as Shared;
}
