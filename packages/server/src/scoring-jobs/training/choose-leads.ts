// Which leads a model is trained on.

import { sql } from 'kysely';
import { fromUuid } from '../../platform/base/ids.ts';
import type { Installation } from '../../platform/db/installation.ts';
import type { ChosenLead } from '../analysis/thread-messages.ts';

/** The newest ones. More would hardly change a model: outcomes count half after 1,500 newer ones. */
const MAX_DECIDED = 50_000;
/** They only show which questions are filled in later, for which a sample is enough. */
const MAX_OPEN = 2_000;

const LAST = sql<string>`'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`;

/** Leads that were won or lost, with the date of their last outcome, then a sample of open ones. Test leads belong to
 * another account. */
export async function chooseLeads(db: Installation, accountId: string, now: Date): Promise<ChosenLead[]> {
  const { rows: decided } = await sql<{ id: string; at: Date }>`
    select l.id, least(last.at, ${now}::timestamptz) as at from (
      select l.id from leadline.leads l
      where l.account_id = ${accountId} and l.outcome <> 'open' order by l.id desc limit ${MAX_DECIDED}
    ) l cross join lateral (
      select o.lead_id, o.at, o.outcome from leadline.outcomes o
      where o.account_id = ${accountId} and (o.lead_id, o.id) <= (l.id, ${LAST})
      order by o.lead_id desc, o.id desc limit 1
    ) last
    where last.lead_id = l.id and last.outcome <> 'open' order by l.id`.execute(db);
  const { rows: open } = await sql<{ id: string }>`
    select l.id from leadline.leads l where l.account_id = ${accountId} and l.outcome = 'open'
    order by l.id desc limit ${MAX_OPEN}`.execute(db);
  return [
    ...decided.map(({ id, at }) => ({ id: fromUuid(id), decidedAt: at.getTime() })),
    ...open.map(({ id }) => ({ id: fromUuid(id), decidedAt: null })),
  ];
}
