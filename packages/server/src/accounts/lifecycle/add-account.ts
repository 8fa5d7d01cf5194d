// Creates an account along with its test account, in the emptiest cell.

import { makeId, showId } from '../../platform/base/ids.ts';
import { type Actor, scopeWithin } from '../../platform/db/account-scope.ts';
import { MAIN_CELL } from '../../platform/db/cell-address.ts';
import type { InstallationTransaction } from '../../platform/db/installation.ts';
import type { Presence } from '../../platform/db/tables.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { checkPlan } from './check-plan.ts';
import { chooseCell } from './choose-cell.ts';

export async function addAccount(
  trx: InstallationTransaction,
  actor: Actor,
  email: string,
  plan: string,
): Promise<string> {
  await checkPlan(trx, plan);
  const accountId = makeId();
  const cell = await chooseCell(trx);
  const presence: Presence = cell === MAIN_CELL ? 'here' : 'elsewhere';
  await trx
    .insertInto('accounts')
    .values([
      { id: accountId, email, plan, test_of: null, cell, presence },
      { id: makeId(), email, plan: 'test', test_of: accountId, cell, presence },
    ])
    .execute();
  await recordAudit(scopeWithin(trx, { accountId, actor }), 'account.created', showId('acct', accountId), {
    plan,
  });
  return accountId;
}
