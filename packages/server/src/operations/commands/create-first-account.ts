// Creates the first account when Leadline starts for the first time.

import { sql } from 'kysely';
import { FIRST_ACCOUNT_EMAIL } from '../../accounts/lifecycle/find-first-account.ts';
import { type Installation, inTransaction } from '../../platform/db/installation.ts';
import { addAccountWithKeys, type NewAccount } from './create-account.ts';

/** Null if there already are accounts. */
export async function createFirstAccount(db: Installation): Promise<NewAccount | null> {
  return inTransaction(db, async (trx) => {
    // Two processes may be starting at the same time.
    await sql`lock table leadline.accounts in exclusive mode`.execute(trx);
    const any = await trx.selectFrom('accounts').select('id').limit(1).executeTakeFirst();
    return any === undefined ? addAccountWithKeys(trx, FIRST_ACCOUNT_EMAIL, 'unlimited') : null;
  });
}
