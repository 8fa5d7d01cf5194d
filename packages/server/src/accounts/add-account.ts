// Creates an account along with its test account, in the emptiest cell.

import { sql } from 'kysely';
import { recordAudit } from '../audit/record-audit.ts';
import { DomainError } from '../base/domain-error.ts';
import { makeId, showId } from '../base/ids.ts';
import { type Actor, scopeWithin } from '../db/account-scope.ts';
import { MAIN_CELL } from '../db/cell-address.ts';
import type { InstallationTransaction } from '../db/installation.ts';
import type { Presence } from '../db/tables.ts';
import { checkPlan } from './check-plan.ts';

export async function addAccount(
  trx: InstallationTransaction,
  actor: Actor,
  email: string,
  plan: string,
): Promise<string> {
  await checkPlan(trx, plan);
  const accountId = makeId();
  const place = await choosePlace(trx);
  await trx
    .insertInto('accounts')
    .values([
      { id: accountId, email, plan, test_of: null, ...place },
      { id: makeId(), email, plan: 'test', test_of: accountId, ...place },
    ])
    .execute();
  await recordAudit(scopeWithin(trx, { accountId, actor }), 'account.created', showId('acct', accountId), {
    plan,
  });
  return accountId;
}

async function choosePlace(trx: InstallationTransaction): Promise<{ cell: string; presence: Presence }> {
  const { rows } = await sql<{ cell: string | null }>`select leadline.choose_cell() as cell`.execute(trx);
  const cell = rows[0]?.cell ?? null;
  if (cell === null) throw new DomainError('not_available', 'no cell takes new accounts at the moment');
  return { cell, presence: cell === MAIN_CELL ? 'here' : 'elsewhere' };
}
