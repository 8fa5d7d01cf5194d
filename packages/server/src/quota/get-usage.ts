// What an account has used of its allowance this month, and what is left.

import type { UsageResult } from '@leadline/contract';
import type { Caller } from '../accounts/caller.ts';
import { asAccount, type Database } from '../db/database.ts';
import { firstDayAfter, firstDayOf } from './month.ts';

export async function getUsage(db: Database, caller: Caller, now: Date): Promise<UsageResult['data']> {
  const month = firstDayOf(now).toISOString();
  const row = await asAccount(db, caller.accountId, (trx) =>
    trx
      .selectFrom('usage as u')
      .select('u.leads')
      .where('u.account_id', '=', caller.accountId)
      .where('u.month', '=', month.slice(0, 10))
      .executeTakeFirst(),
  );
  const used = row?.leads ?? 0;
  return {
    plan: caller.plan,
    month: month.slice(0, 7),
    used,
    limit: caller.monthlyLimit,
    // A smaller plan may leave less than nothing.
    left: caller.monthlyLimit === null ? null : Math.max(0, caller.monthlyLimit - used),
    resets_at: firstDayAfter(now).toISOString(),
  };
}
