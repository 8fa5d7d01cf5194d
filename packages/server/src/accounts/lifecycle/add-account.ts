// Creates an account along with its test account.

import { sql } from 'kysely';
import { DomainError } from '../../platform/base/domain-error.ts';
import { makeId, showId } from '../../platform/base/ids.ts';
import { type Actor, actingAs, scopeWithin } from '../../platform/db/account-scope.ts';
import type { InstallationTransaction } from '../../platform/db/installation.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { checkPlan } from './check-plan.ts';

export async function addAccount(
  trx: InstallationTransaction,
  actor: Actor,
  email: string,
  plan: string,
): Promise<string> {
  await checkPlan(trx, plan);
  const accountId = makeId();
  const { rows } = await sql<{ isAdded: boolean }>`
    select leadline.add_account(${accountId}, ${makeId()}, ${email}, ${plan}) as "isAdded"`.execute(trx);
  if (rows[0]?.isAdded !== true)
    throw new DomainError('not_available', 'no database takes new accounts at the moment');
  await recordAudit(
    scopeWithin(trx, actingAs(actor, accountId)),
    'account.created',
    showId('acct', accountId),
    {
      plan,
    },
  );
  return accountId;
}
