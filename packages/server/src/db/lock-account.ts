import { sql } from 'kysely';
import type { AccountScope } from './account-scope.ts';

/** Waits for every batch that writes leads of the account, and keeps others waiting until the transaction ends. */
export async function lockAccount(scope: AccountScope): Promise<void> {
  await sql`select leadline.lock_account()`.execute(scope.transaction);
}
