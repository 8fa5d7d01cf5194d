// Reads and changes an account's retention period.

import type { Retention } from '@leadline/contract';
import { recordAudit } from '../accounts/audit/record-audit.ts';
import { showId } from '../platform/base/ids.ts';
import type { AccountScope } from '../platform/db/account-scope.ts';

/** For test accounts that haven't chosen another period. */
export const TEST_RETENTION_DAYS = 7;

export async function getRetention(scope: AccountScope, isTest: boolean): Promise<Retention> {
  const row = await scope.transaction
    .selectFrom('retention as r')
    .select('r.days')
    .where('r.account_id', '=', scope.accountId)
    .executeTakeFirst();
  return { days: row?.days ?? (isTest ? TEST_RETENTION_DAYS : null) };
}

/** Null restores the default: forever, or a week for a test account. */
export async function setRetention(scope: AccountScope, { days }: Retention): Promise<void> {
  if (days === null) {
    await scope.transaction.deleteFrom('retention').where('account_id', '=', scope.accountId).execute();
  } else {
    await scope.transaction
      .insertInto('retention')
      .values({ account_id: scope.accountId, days })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ days }))
      .execute();
  }
  await recordAudit(scope, 'retention.changed', showId('acct', scope.accountId), { days });
}
