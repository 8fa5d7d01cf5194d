// Whoever deletes leads or people holds an account's requests alone, whoever writes requests down shares them: so none is
// written down whose lead or person is being forgotten. To be taken before the account's own lock.

import { sql } from 'kysely';
import type { AccountScope } from '../db/account-scope.ts';

/** Other than leadline.lock_key, which is 0. */
const WRITING = 1;
const TRIMMING = 2;

export async function holdReceived(scope: AccountScope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${scope.accountId}::uuid::text, ${WRITING}))`.execute(
    scope.transaction,
  );
}

export interface Shared {
  /** False while somebody holds them. */
  readonly may_write: boolean;
  /** For one at a time: two that delete the same rows might wait for each other. */
  readonly may_trim: boolean;
}

/** Without waiting. And nobody waits for the disk: what a crash takes along is no record of anything. */
export async function shareReceived(scope: AccountScope): Promise<Shared> {
  const { rows } = await sql<Shared>`
    select pg_try_advisory_xact_lock_shared(hashtextextended(${scope.accountId}::uuid::text, ${WRITING})) as may_write,
      pg_try_advisory_xact_lock(hashtextextended(${scope.accountId}::uuid::text, ${TRIMMING})) as may_trim,
      set_config('synchronous_commit', 'off', true)`.execute(scope.transaction);
  return rows[0] as Shared;
}
