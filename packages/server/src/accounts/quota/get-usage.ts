// This month's usage, the remaining allowance and the storage in use.

import type { UsageResult } from '@leadline/contract';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import type { Caller } from '../profile/caller.ts';
import { firstDayAfter, firstDayOf } from './month.ts';
import { spamLimitOf } from './spam-limit.ts';
import { readStorage } from './storage.ts';

export async function getUsage(
  scope: AccountScope,
  { plan, monthlyLimit, storageLimit }: Pick<Caller, 'plan' | 'monthlyLimit' | 'storageLimit'>,
  now: Date,
): Promise<UsageResult['data']> {
  const month = firstDayOf(now).toISOString();
  const row = await scope.transaction
    .selectFrom('usage as u')
    .select(['u.leads', 'u.spam'])
    .where('u.account_id', '=', scope.accountId)
    .where('u.month', '=', month.slice(0, 10))
    .executeTakeFirst();
  const used = row?.leads ?? 0;
  return {
    plan,
    month: month.slice(0, 7),
    used,
    limit: monthlyLimit,
    // After a downgrade, the account may be over its limit.
    left: monthlyLimit === null ? null : Math.max(0, monthlyLimit - used),
    spam: { not_counted: row?.spam ?? 0, limit: spamLimitOf(monthlyLimit) },
    resets_at: firstDayAfter(now).toISOString(),
    storage: { used_bytes: await readStorage(scope), limit_bytes: storageLimit },
  };
}
