// Locks an account's request log. Deleting leads or people takes an exclusive lock and logging requests takes a shared
// one, so no request is logged while its lead or person is being erased. Take this lock before the account's own.

import { sql } from 'kysely';
import type { AccountScope } from '../db/account-scope.ts';

/** The seed of the lock key, as in leadline.log_requests. leadline.lock_key uses 0. */
const WRITING = 1;

export async function lockRequestLog(scope: AccountScope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${scope.accountId}::uuid::text, ${WRITING}))`.execute(
    scope.transaction,
  );
}
