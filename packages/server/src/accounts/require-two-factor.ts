// Whether members need two-factor sign-in to use the account.

import { recordAudit } from '../audit/record-audit.ts';
import { showId } from '../base/ids.ts';
import type { AccountScope } from '../db/account-scope.ts';

export async function requiresTwoFactor({ transaction, accountId }: AccountScope): Promise<boolean> {
  const { requires_two_factor } = await transaction
    .selectFrom('accounts')
    .select('requires_two_factor')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return requires_two_factor;
}

export async function requireTwoFactor(scope: AccountScope, isRequired: boolean): Promise<void> {
  const { numUpdatedRows } = await scope.transaction
    .updateTable('accounts')
    .set({ requires_two_factor: isRequired })
    .where('id', '=', scope.accountId)
    .where('requires_two_factor', '!=', isRequired)
    .executeTakeFirst();
  if (numUpdatedRows > 0n)
    await recordAudit(scope, 'account.two_factor_changed', showId('acct', scope.accountId), {
      required: isRequired,
    });
}
