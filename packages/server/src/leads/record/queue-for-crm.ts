// Queues leads that are new or have changed for the account's CRM, in the transaction of the change.

import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';

export interface ChangedLead {
  readonly account_id: string;
  readonly id: string;
}

/** Ignores leads of accounts that don't push any. */
export async function queueForCrm(transaction: Database, leads: readonly ChangedLead[]): Promise<void> {
  if (leads.length === 0) return;
  await sql`
    insert into leadline.crm_queue as q (account_id, lead_id)
    select l.account_id, l.id
    from unnest(${leads.map(({ account_id }) => account_id)}::uuid[], ${leads.map(({ id }) => id)}::uuid[]) as c (account_id, id)
    join leadline.crm_connections o on o.account_id = c.account_id and o.pushes
    join leadline.leads l on l.account_id = c.account_id and l.id = c.id
    order by l.account_id, l.id
    on conflict (account_id, lead_id) do update set revision = q.revision + 1, problem = null`.execute(
    transaction,
  );
}
