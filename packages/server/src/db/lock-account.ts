import { sql } from 'kysely';
import type { AccountTransaction } from './database.ts';

/** Waits for every batch that writes leads of the account, and keeps others waiting until the transaction ends. */
export async function lockAccount(trx: AccountTransaction): Promise<void> {
  await sql`select leadline.lock_account()`.execute(trx);
}
