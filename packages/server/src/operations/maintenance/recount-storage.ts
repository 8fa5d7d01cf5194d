// Counts again what an account stores. The running count can drift, for example because an operator has dropped a
// partition.

import { sql } from 'kysely';
import type { Installation } from '../../platform/db/installation.ts';

interface Counts {
  readonly account_id: string;
  readonly missing_bytes: number;
  readonly missing_leads: number;
}

const RECOUNT_INTERVAL_MS = 7 * 24 * 60 * 60 * 1000;

/** Recounts one account and returns 1, or 0 if none is due. */
export async function recountStorage(db: Installation, now: Date): Promise<number> {
  await sql`
    insert into leadline.storage (account_id) select a.id from leadline.accounts a
    where a.presence = 'here' and not exists (select from leadline.storage s where s.account_id = a.id)
    on conflict do nothing`.execute(db);
  // Marked first: no other worker counts it as well, and an account that takes too long doesn't hold up the others.
  const { rows: due } = await sql<{ account_id: string }>`
    update leadline.storage s set counted_at = ${now}
    where s.account_id = (
      select x.account_id from leadline.storage x
      where x.counted_at is null or x.counted_at < ${new Date(now.getTime() - RECOUNT_INTERVAL_MS)}
      order by x.counted_at nulls first limit 1 for update skip locked
    )
    returning s.account_id`.execute(db);
  const accountId = due[0]?.account_id;
  if (accountId === undefined) return 0;
  // The count and the rows are read at the same moment, and only their difference is written, so that leads which
  // arrive meanwhile don't have to wait and are counted once.
  const { rows } = await sql<Counts>`
    select s.account_id, (l.bytes + o.bytes + t.bytes - s.bytes)::bigint as missing_bytes, l.leads - s.leads as missing_leads
    from leadline.storage s
    cross join (
      select count(*) as leads,
        coalesce(sum(leadline.lead_bytes(octet_length(x.lead::text) + octet_length(x.scored::text))), 0) as bytes
      from leadline.leads x where x.account_id = ${accountId}
    ) l
    cross join (
      select coalesce(sum(leadline.outcome_bytes(x.reason)), 0) as bytes
      from leadline.outcomes x where x.account_id = ${accountId}
    ) o
    cross join (
      select coalesce(sum(leadline.activity_bytes(x.data)), 0) as bytes
      from leadline.activities x where x.account_id = ${accountId}
    ) t
    where s.account_id = ${accountId}`.execute(db);
  for (const { account_id, missing_bytes, missing_leads } of rows) {
    if (missing_bytes === 0 && missing_leads === 0) continue;
    await sql`
      update leadline.storage set bytes = bytes + ${missing_bytes}::bigint, leads = leads + ${missing_leads}::bigint
      where account_id = ${account_id}`.execute(db);
  }
  return 1;
}
