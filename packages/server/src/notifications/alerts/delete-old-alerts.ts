// Forgets alerts and emails after a while. A lead that is then assigned again alerts again.

import { sql } from 'kysely';
import { firstIdOf } from '../../platform/base/ids.ts';
import type { Installation } from '../../platform/db/installation.ts';

/** Deletes up to `most` of each and returns how many. Goes account by account, because that is how they are indexed. */
export async function deleteOldAlerts(db: Installation, before: Date, most: number): Promise<number> {
  const firstId = firstIdOf(before);
  const alerts = await sql`
    delete from leadline.alerts x using (
      select o.account_id, o.lead_id, o.user_id from leadline.accounts a
      cross join lateral (
        select i.account_id, i.lead_id, i.user_id from leadline.alerts i
        where i.account_id = a.id and i.id < ${firstId}::uuid limit ${most}
      ) o limit ${most}
    ) old
    where x.account_id = old.account_id and x.lead_id = old.lead_id and x.user_id = old.user_id`.execute(db);
  const emails = await sql`
    delete from leadline.alert_emails x using (
      select e.account_id, e.user_id, e.id from leadline.alert_emails e where e.id < ${firstId}::uuid limit ${most}
    ) old
    where x.account_id = old.account_id and x.user_id = old.user_id and x.id = old.id`.execute(db);
  return Number(alerts.numAffectedRows ?? 0) + Number(emails.numAffectedRows ?? 0);
}
