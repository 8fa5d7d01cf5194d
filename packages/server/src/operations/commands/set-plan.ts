// Moves an account to a different plan. Takes effect within five seconds.

import { recordAudit } from '../../accounts/audit/record-audit.ts';
import { checkPlan } from '../../accounts/lifecycle/check-plan.ts';
import { DomainError } from '../../platform/base/domain-error.ts';
import { showId } from '../../platform/base/ids.ts';
import { asOperator, scopeWithin } from '../../platform/db/account-scope.ts';
import { type Installation, inTransaction } from '../../platform/db/installation.ts';

export async function setPlan(db: Installation, accountId: string, plan: string): Promise<void> {
  await checkPlan(db, plan);
  await inTransaction(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('accounts')
      .set({ plan })
      .where('id', '=', accountId)
      .where('test_of', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new DomainError('not_found', 'no such account');
    await recordAudit(
      scopeWithin(trx, asOperator(accountId)),
      'account.plan_changed',
      showId('acct', accountId),
      {
        plan,
      },
    );
  });
}
