// Creates an account along with its test account.

import { recordAudit } from '../audit/record-audit.ts';
import { makeId, showId } from '../base/ids.ts';
import { type Actor, scopeWithin } from '../db/account-scope.ts';
import type { InstallationTransaction } from '../db/installation.ts';
import { checkPlan } from './check-plan.ts';

export async function addAccount(
  trx: InstallationTransaction,
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
  await recordAudit(scopeWithin(trx, { accountId, actor }), 'account.created', showId('acct', accountId), {
    plan,
  });
  return accountId;
}
