// The key figures of a period, to compare another one with.

import type { Insights } from '@leadline/contract';
import { sql } from 'kysely';
import { firstIdOf } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import { lastOutcomes } from './last-outcomes.ts';
import { winRateOf } from './win-rate.ts';

type Summary = Insights['previous'];

export async function summarizePeriod(scope: AccountScope, from: Date, to: Date): Promise<Summary> {
  const isInPeriod = sql`l.account_id = ${scope.accountId} and l.id >= ${firstIdOf(from)} and l.id < ${firstIdOf(to)}`;
  const { rows } = await sql<{
    readonly leads: number;
    readonly hot: number;
    readonly spam: number;
    readonly won: number;
    readonly lost: number;
    readonly revenue: number;
    readonly contacted: number;
    readonly median_contact_hours: number | null;
  }>`
    with received as (
      select count(*) as leads, count(*) filter (where l.grade = 'Hot') as hot,
        count(*) filter (where l.grade = 'Spam') as spam
      from leadline.leads l where ${isInPeriod}
    ), closed as (
      select count(*) filter (where l.outcome = 'won' and l.grade <> 'Spam') as won,
        count(*) filter (where l.outcome = 'lost' and l.grade <> 'Spam') as lost,
        coalesce(sum(o.amount) filter (where l.outcome = 'won'), 0) as revenue
      from leadline.leads l left join ${lastOutcomes(scope, from, to)} o on o.lead_id = l.id
      where ${isInPeriod} and l.outcome <> 'open'
    ), contacted as (
      select count(*) as contacted, percentile_cont(0.5) within group (
          order by greatest(0, date_part('epoch', l.contacted_at - uuid_extract_timestamp(l.id)))
        ) / 3600 as median_contact_hours
      from leadline.leads l where ${isInPeriod} and l.grade <> 'Spam' and l.contacted_at is not null
    )
    select r.leads::integer, r.hot::integer, r.spam::integer, c.won::integer, c.lost::integer, c.revenue::float8,
      t.contacted::integer, t.median_contact_hours
    from received r, closed c, contacted t`.execute(scope.transaction);
  const { won, lost, ...rest } = rows[0] as (typeof rows)[number];
  return { from: from.toISOString(), to: to.toISOString(), ...rest, win: winRateOf(won, lost) };
}
