// Locks an account's request log. Deleting leads or people takes an exclusive lock and logging requests takes a shared
// one, so no request is logged while its lead or person is being erased. Take this lock before the account's own.

import { sql } from 'kysely';
import type { AccountScope } from '../db/account-scope.ts';

/** Seeds for the lock keys. leadline.lock_key uses 0. */
const WRITING = 1;
const TRIMMING = 2;

export async function lockRequestLog(scope: AccountScope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${scope.accountId}::uuid::text, ${WRITING}))`.execute(
    scope.transaction,
  );
}

export interface SharedLock {
  /** False while the log is locked exclusively. */
  readonly may_write: boolean;
  /** Only one process may trim at a time, because two processes deleting the same rows could deadlock. */
  readonly may_trim: boolean;
}

/** Never waits for the lock. Doesn't wait for the commit to reach the disk either: losing a few requests in a crash is
 * fine. */
export async function tryShareRequestLog(scope: AccountScope): Promise<SharedLock> {
  const { rows } = await sql<SharedLock>`
    select pg_try_advisory_xact_lock_shared(hashtextextended(${scope.accountId}::uuid::text, ${WRITING})) as may_write,
      pg_try_advisory_xact_lock(hashtextextended(${scope.accountId}::uuid::text, ${TRIMMING})) as may_trim,
      set_config('synchronous_commit', 'off', true)`.execute(scope.transaction);
  return rows[0] as SharedLock;
}
