// Whoever starts Leadline for the first time gets an account to send leads with.

import { sql } from 'kysely';
import { FIRST_ACCOUNT_EMAIL } from '../accounts/find-first-account.ts';
import { type Installation, inTransaction } from '../db/installation.ts';
import { addAccountWithKeys, type NewAccount } from './create-account.ts';

/** Null when there are accounts already. */
export async function createFirstAccount(db: Installation): Promise<NewAccount | null> {
  return inTransaction(db, async (trx) => {
    // Two that start at once would both find none.
    await sql`lock table leadline.accounts in exclusive mode`.execute(trx);
    const any = await trx.selectFrom('accounts').select('id').limit(1).executeTakeFirst();
    return any === undefined ? addAccountWithKeys(trx, FIRST_ACCOUNT_EMAIL, 'unlimited') : null;
  });
}
