// The figures of sources in an earlier period, to compare them with, in whatever case they are spelled.

import { sql } from 'kysely';
import { firstIdOf } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import { lastOutcomes } from './last-outcomes.ts';

export interface EarlierSource {
  /** Null for all sources that were not asked for. */
  readonly source: string | null;
  readonly leads: number;
  /** Without Spam. */
  readonly won: number;
  readonly lost: number;
  readonly revenue: number;
}

export async function summarizeEarlierSources(
  scope: AccountScope,
  from: Date,
  to: Date,
  names: readonly string[],
): Promise<readonly EarlierSource[]> {
  const isInPeriod = sql`l.account_id = ${scope.accountId} and l.id >= ${firstIdOf(from)} and l.id < ${firstIdOf(to)}`;
  const { rows } = await sql<EarlierSource>`
    with names as (
      select distinct on (lower(u.name)) lower(u.name) as folded, u.name as source
      from unnest(${names}::text[]) as u (name)
    ), received as (
      select n.source, count(*) as leads
      from leadline.leads l left join names n on n.folded = lower(l.source)
      where ${isInPeriod}
      group by n.source
    ), closed as (
      select n.source,
        count(*) filter (where l.outcome = 'won' and l.grade <> 'Spam') as won,
        count(*) filter (where l.outcome = 'lost' and l.grade <> 'Spam') as lost,
        coalesce(sum(o.amount) filter (where l.outcome = 'won'), 0) as revenue
      from leadline.leads l left join names n on n.folded = lower(l.source)
      left join ${lastOutcomes(scope, from, to)} o on o.lead_id = l.id
      where ${isInPeriod} and l.outcome <> 'open'
      group by n.source
    )
    select r.source, r.leads::integer, coalesce(c.won, 0)::integer as won, coalesce(c.lost, 0)::integer as lost,
      coalesce(c.revenue, 0)::float8 as revenue
    from received r left join closed c on c.source is not distinct from r.source`.execute(scope.transaction);
  return rows;
}
