// Which leads a look for drift compares: all that were received in the weeks before, or an even sample of them.

import { HISTORY_WEEKS, mondayBefore } from '@leadline/learning';
import { sql } from 'kysely';
import { firstIdOf, fromUuid } from '../../platform/base/ids.ts';
import type { Installation } from '../../platform/db/installation.ts';
import type { ChosenLead } from '../analysis/thread-messages.ts';

/** Enough for shares to be exact to a fraction of a percent. */
const MAX_LEADS = 50_000;
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

const LAST = sql<string>`'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`;

/** With the date of their last outcome. Test leads belong to another account. */
export async function chooseReceived(db: Installation, accountId: string, now: Date): Promise<ChosenLead[]> {
  const end = mondayBefore(now);
  const start = new Date(end.getTime() - HISTORY_WEEKS * WEEK_MS);
  const { rows } = await sql<{ id: string; at: Date | null }>`
    select l.id, last.at from (
      select l.id, l.outcome, row_number() over (order by l.id) as number, count(*) over () as total
      from leadline.leads l
      where l.account_id = ${accountId} and l.id >= ${firstIdOf(start)}::uuid and l.id < ${firstIdOf(end)}::uuid
    ) l left join lateral (
      select o.lead_id, o.at, o.outcome from leadline.outcomes o
      where l.outcome <> 'open' and o.account_id = ${accountId} and (o.lead_id, o.id) <= (l.id, ${LAST})
      order by o.lead_id desc, o.id desc limit 1
    ) last on last.lead_id = l.id and last.outcome <> 'open'
    where l.number % greatest(1, ceil(l.total / ${MAX_LEADS}::numeric)::integer) = 0
    order by l.id`.execute(db);
  return rows.map(({ id, at }) => ({ id: fromUuid(id), decidedAt: at?.getTime() ?? null }));
}
