// Locks an account's request log. Deleting leads or people takes an exclusive lock and logging requests takes a shared
// one, so no request is logged while its lead or person is being erased. Take this lock before the account's own.

import { sql } from 'kysely';
import type { AccountScope } from '../../platform/db/account-scope.ts';

export async function lockRequestLog(scope: AccountScope): Promise<void> {
  await sql`select pg_advisory_xact_lock(leadline.lock_key(${scope.accountId}, 'requests'))`.execute(
    scope.transaction,
  );
}
