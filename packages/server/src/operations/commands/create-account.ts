// Creates an account with a live key and a test key.

import { createKey } from '../../accounts/keys/create-key.ts';
import { addAccount } from '../../accounts/lifecycle/add-account.ts';
import { asOperator } from '../../platform/db/account-scope.ts';
import {
  type Installation,
  type InstallationTransaction,
  inTransaction,
} from '../../platform/db/installation.ts';

export interface NewAccount {
  readonly accountId: string;
  readonly liveKey: string;
  readonly testKey: string;
}

export function createAccount(db: Installation, email: string, plan: string): Promise<NewAccount> {
  return inTransaction(db, (trx) => addAccountWithKeys(trx, email, plan));
}

export async function addAccountWithKeys(
  trx: InstallationTransaction,
  email: string,
  plan: string,
): Promise<NewAccount> {
  const accountId = await addAccount(trx, 'operator', email, plan);
  const owner = asOperator(accountId);
  const live = await createKey(trx, owner, 'live', 'First key');
  const test = await createKey(trx, owner, 'test', 'First test key');
  return { accountId, liveKey: live.key, testKey: test.key };
}
