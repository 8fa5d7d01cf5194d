// Why the leads received in a period were lost. Only the newest lost leads are read, so the cost has a limit.

import type { LostReasons } from '@leadline/contract';
import { sql } from 'kysely';
import { readProfile } from '../../accounts/profile/profile.ts';
import { firstIdOf } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';

const MAX_COUNTED = 5_000;

export async function countLostReasons(
  scope: AccountScope,
  from: Date,
  to: Date,
  most: number = MAX_COUNTED,
): Promise<LostReasons> {
  const { transaction, accountId } = scope;
  const { lost_reasons: listed = [] } = await readProfile(scope);
  const { rows } = await sql<{ reason: string; leads: number }>`
    with lost as (
      select l.id from leadline.leads l
      where l.account_id = ${accountId} and l.outcome = 'lost' and l.grade <> 'Spam'
        and l.id >= ${firstIdOf(from)} and l.id < ${firstIdOf(to)}
      order by l.id desc limit ${most}
    )
    select lower(coalesce(btrim(o.reason), '')) as reason, count(*)::integer as leads
    from lost p left join lateral (
      select left(o.reason, 100) as reason from leadline.outcomes o
      where o.account_id = ${accountId} and o.lead_id = p.id order by o.id desc limit 1
    ) o on true
    group by 1`.execute(transaction);
  const counts = new Map(rows.map(({ reason, leads }) => [reason, leads]));
  const found = rows.reduce((sum, { leads }) => sum + leads, 0);
  const reasons = listed
    .map((reason) => ({ reason, leads: counts.get(reason.toLowerCase()) ?? 0 }))
    .toSorted((a, b) => b.leads - a.leads);
  const none = counts.get('') ?? 0;
  const other = found - none - reasons.reduce((sum, { leads }) => sum + leads, 0);
  return { reasons, other, none, counted: found, is_capped: found >= most };
}
