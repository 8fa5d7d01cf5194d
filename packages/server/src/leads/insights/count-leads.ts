// Counts an account's leads in a period, broken down for the insights. A single statement ensures that all totals cover
// the same leads. It only reads indexes, and only uses GROUP BY where sources are involved, since there may be as many
// sources as leads.

import type { Insights } from '@leadline/contract';
import { sql } from 'kysely';
import { firstIdOf } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import { lastOutcomes } from './last-outcomes.ts';

export const GRADES = ['Hot', 'Warm', 'Cool', 'Cold', 'Spam'] as const;

type Grade = Insights['by_grade'][number]['grade'];

export interface LeadCounts {
  readonly steps: readonly {
    /** Zero-based index of the day or week. */
    readonly step: number;
    readonly grade: Grade;
    readonly leads: number;
    /** The number of leads that score below 10, below 20 … below 90. */
    readonly below: readonly number[];
  }[];
  /** The sources with the most leads, largest first, each as it is spelled. */
  readonly sources: readonly {
    readonly source: string;
    readonly leads: number;
    readonly hot: number;
    readonly spam: number;
  }[];
  /** `source` is null for all sources not listed in `sources`. */
  readonly decided: readonly {
    readonly grade: Grade;
    readonly source: string | null;
    readonly won: number;
    readonly lost: number;
    readonly revenue: number;
  }[];
}

/** More than are shown, because several spellings can be the same source. */
const MAX_SPELLINGS = 100;
const TENS = [10, 20, 30, 40, 50, 60, 70, 80, 90];

export async function countLeads(
  scope: AccountScope,
  from: Date,
  to: Date,
  starts: readonly Date[],
): Promise<LeadCounts> {
  // The first step may start before the period; only count leads within the period.
  const ids = [from, ...starts.slice(1), to].map(firstIdOf);
  const first = ids[0];
  const end = ids.at(-1);
  const below = TENS.map((points) => sql`count(*) filter (where l.score < ${sql.lit(points)})`);
  // Needed in case every lead has a different source.
  await sql`set local work_mem = '32MB'`.execute(scope.transaction);
  const { rows } = await sql<LeadCounts>`
    with steps as (
      select s.place - 1 as step, g.grade, c.leads, c.below
      from unnest(${ids.slice(0, -1)}::uuid[], ${ids.slice(1)}::uuid[]) with ordinality as s (first, next, place)
      cross join unnest(${GRADES}::text[]) as g (grade)
      cross join lateral (
        select count(*) as leads, array[${sql.join(below)}] as below
        from leadline.leads l
        where l.account_id = ${scope.accountId} and l.grade = g.grade and l.id >= s.first and l.id < s.next
      ) c
      where c.leads > 0
    ), sources as materialized (
      select l.source, count(*) as leads, count(*) filter (where l.grade = 'Hot') as hot,
        count(*) filter (where l.grade = 'Spam') as spam
      from leadline.leads l
      where l.account_id = ${scope.accountId} and l.id >= ${first} and l.id < ${end}
      group by l.source
      order by leads desc, l.source collate "C"
      limit ${MAX_SPELLINGS}
    ), decided as (
      select l.grade, s.source,
        count(*) filter (where l.outcome = 'won') as won, count(*) filter (where l.outcome = 'lost') as lost,
        coalesce(sum(o.amount) filter (where l.outcome = 'won'), 0) as revenue
      from leadline.leads l left join sources s on s.source = l.source
      left join ${lastOutcomes(scope, from, to)} o on o.lead_id = l.id
      where l.account_id = ${scope.accountId} and l.id >= ${first} and l.id < ${end} and l.outcome <> 'open'
      group by l.grade, s.source
    )
    select (select coalesce(json_agg(s), '[]') from steps s) as steps,
      (select coalesce(json_agg(s), '[]') from sources s) as sources,
      (select coalesce(json_agg(d), '[]') from decided d) as decided`.execute(scope.transaction);
  return rows[0] as LeadCounts;
}
