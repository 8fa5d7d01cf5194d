// A new account with a live key and a test key.

import type { Transaction } from 'kysely';
import { addAccount } from '../accounts/add-account.ts';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { createKey } from '../keys/create-key.ts';

export interface NewAccount {
  readonly accountId: string;
  readonly liveKey: string;
  readonly testKey: string;
}

export function createAccount(db: Database, email: string, plan: string): Promise<NewAccount> {
  return db.transaction().execute((trx) => addAccountWithKeys(trx, email, plan));
}

export async function addAccountWithKeys(
  trx: Transaction<Tables>,
  email: string,
  plan: string,
): Promise<NewAccount> {
  const accountId = await addAccount(trx, 'operator', email, plan);
  const live = await createKey(trx, accountId, 'live', 'First key');
  const test = await createKey(trx, accountId, 'test', 'First test key');
  return { accountId, liveKey: live.key, testKey: test.key };
}
