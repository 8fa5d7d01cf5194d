// Deletes old deliveries, a few thousand at a time.

import { sql } from 'kysely';
import { firstIdOf } from '../../platform/base/ids.ts';
import type { Installation } from '../../platform/db/installation.ts';

/** Goes endpoint by endpoint, because that is how deliveries are indexed. Also deletes pending deliveries whose
 * next attempt is long overdue, which means they have lost their job. */
export async function deleteOldDeliveries(db: Installation, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from leadline.deliveries d using (
      select o.account_id, o.endpoint_id, o.event_id from leadline.webhook_endpoints e
      cross join lateral (
        select x.account_id, x.endpoint_id, x.event_id from leadline.deliveries x
        where x.account_id = e.account_id and x.endpoint_id = e.id and x.event_id < ${firstIdOf(before)}::uuid
          and (x.status <> 'pending' or x.next_attempt_at < ${before})
        limit ${limit}
      ) o limit ${limit}
    ) old
    where d.account_id = old.account_id and d.endpoint_id = old.endpoint_id and d.event_id = old.event_id`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
