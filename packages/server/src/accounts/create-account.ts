// A new account, with its twin for test leads and a key for each.

import type { Transaction } from 'kysely';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import { makeId, showId } from '../ids.ts';
import { createKey } from '../keys/create-key.ts';
import { checkPlan } from './set-plan.ts';

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

export async function addAccount(
  trx: Transaction<Tables>,
  actor: Actor,
  email: string,
  plan: string,
): Promise<string> {
  await checkPlan(trx, plan);
  const accountId = makeId();
  await trx
    .insertInto('accounts')
    .values([
      { id: accountId, email, plan, test_of: null },
      { id: makeId(), email, plan: 'test', test_of: accountId },
    ])
    .execute();
  await recordAudit(trx, accountId, actor, 'account.created', showId('acct', accountId), { plan });
  return accountId;
}
