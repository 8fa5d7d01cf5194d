// Starts looks for drift: one a week for each account, in the first of its nights after the week has ended.

import { mondayBefore } from '@leadline/learning';
import { sql } from 'kysely';
import { firstIdOf } from '../../platform/base/ids.ts';
import type { Installation } from '../../platform/db/installation.ts';
import { startAtNight } from '../rescoring/start-at-night.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** Accounts without leads in the last weeks have nothing to compare. Returns the accounts whose look is due now. */
export async function startWeeklyLooks(db: Installation, now: Date): Promise<string[]> {
  const monday = mondayBefore(now);
  const lately = firstIdOf(new Date(monday.getTime() - 4 * WEEK_MS));
  return startAtNight(
    db,
    'drift',
    now,
    (hasItsHour) =>
      sql<{ id: string }>`
      select a.id from leadline.accounts a
      left join lateral (
        select v.mode from leadline.model_versions v where v.account_id = a.id order by v.version desc limit 1
      ) m on true
      where a.test_of is null and a.delete_at is null and coalesce(m.mode, 'advisory') <> 'off'
        and ${hasItsHour}
        and not exists (
          select from leadline.settings_jobs j
          where j.account_id = a.id and j.kind = 'drift' and j.created_at >= ${monday}
        )
        and exists (select from leadline.leads l where l.account_id = a.id and l.id >= ${lately}::uuid)`,
  );
}
