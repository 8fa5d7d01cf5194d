// A new account, with its twin for test leads.

import type { Transaction } from 'kysely';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { makeId, showId } from '../base/ids.ts';
import type { Tables } from '../db/tables.ts';
import { checkPlan } from './check-plan.ts';

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
