// Whether members need two-factor sign-in to use the account, and who has it.

import { recordAudit } from '../audit/record-audit.ts';
import { fromUuid, showId } from '../base/ids.ts';
import type { AccountScope } from '../db/account-scope.ts';

export async function readTwoFactor({
  transaction,
  accountId,
}: AccountScope): Promise<{ requires_two_factor: boolean; with_two_factor: string[] }> {
  const { requires_two_factor } = await transaction
    .selectFrom('accounts')
    .select('requires_two_factor')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const members = await transaction
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('m.user_id')
    .where('m.account_id', '=', accountId)
    .where('u.two_factor_enabled', '=', true)
    .execute();
  return {
    requires_two_factor,
    with_two_factor: members.map(({ user_id }) => showId('user', fromUuid(user_id))),
  };
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
