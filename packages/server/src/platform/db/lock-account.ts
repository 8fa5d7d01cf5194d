import { sql } from 'kysely';
import type { AccountScope } from './account-scope.ts';

/** Waits for batches that are writing leads to the account, and blocks new ones until the transaction ends. */
export async function lockAccount(scope: AccountScope): Promise<void> {
  await sql`select leadline.lock_account()`.execute(scope.transaction);
}
