// Adds up the leads of successive ranges of time. One statement, so that all sums of a range cover the same leads. It only
// reads indexes, except for outcomes.

import { sql } from 'kysely';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import { CONTACT_ENDS_S, type LeadSums, MAX_SOURCES } from './lead-sums.ts';
import { RANGE_STARTS_S } from './time-ranges.ts';

/** `ids` are the first ID of each range and the end of the last one. Returns the sums of each range. */
export async function countSums(scope: AccountScope, ids: readonly string[]): Promise<LeadSums[]> {
  const starts = ids.slice(0, -1);
  const isCounted = sql`l.account_id = ${scope.accountId} and l.id >= ${ids[0]} and l.id < ${ids.at(-1)}`;
  const range = sql`width_bucket(l.id, ${starts}::uuid[])`;
  const won = sql`count(*) filter (where l.outcome = 'won')`;
  const lost = sql`count(*) filter (where l.outcome = 'lost')`;
  const cents = sql`coalesce(sum(o.amount) filter (where l.outcome = 'won'), 0) * 100`;
  const milliseconds = sql`round(greatest(0, l.seconds) * 1000)`;
  // Needed in case every lead has a different source.
  await sql`set local work_mem = '32MB'`.execute(scope.transaction);
  const { rows } = await sql<{ sums: LeadSums }>`
    with outcomes as materialized (
      select distinct on (o.lead_id) o.lead_id, o.outcome, o.at, o.amount
      from leadline.outcomes o
      where o.account_id = ${scope.accountId} and o.lead_id >= ${ids[0]} and o.lead_id < ${ids.at(-1)}
      order by o.lead_id desc, o.id desc
    ), received as materialized (
      select l.range, l.grade, l.ten, l.source, count(*) as leads, grouping(l.source) = 1 as is_score
      from (
        select ${range} as range, l.grade, l.score / 10 as ten, l.source from leadline.leads l where ${isCounted}
      ) l
      group by grouping sets ((l.range, l.grade, l.ten), (l.range, l.source, l.grade))
    ), named as (
      select n.range, n.source from (
        select r.range, r.source, row_number() over (
          partition by r.range order by sum(r.leads) desc, r.source collate "C") as place
        from received r where not r.is_score group by r.range, r.source
      ) n where n.place <= ${MAX_SOURCES}
    ), scores as (
      select r.range, json_agg(json_build_array(r.grade, r.ten, r.leads)) as list
      from received r where r.is_score group by r.range
    ), sources as (
      select s.range, json_agg(json_build_array(s.source, s.grade, s.leads)) as list
      from (
        select r.range, n.source, r.grade, sum(r.leads) as leads
        from received r left join named n on n.range = r.range and n.source = r.source
        where not r.is_score group by r.range, n.source, r.grade
      ) s
      group by s.range
    ), closed as materialized (
      select d.range, d.source, d.grade, d.assignee, grouping(d.source) = 1 as is_rep,
        sum(d.won) as won, sum(d.lost) as lost, sum(d.cents) as cents
      from (
        select l.range, n.source, l.grade, l.assignee, l.won, l.lost, l.cents
        from (
          select ${range} as range, l.source, l.grade, l.assignee, ${won} as won, ${lost} as lost, ${cents} as cents
          from leadline.leads l left join outcomes o on o.lead_id = l.id
          where ${isCounted} and l.outcome in ('won', 'lost')
          group by 1, 2, 3, 4
        ) l
        left join named n on n.range = l.range and n.source = l.source
      ) d
      group by grouping sets ((d.range, d.source, d.grade), (d.range, d.assignee, d.grade))
    ), decided as (
      select c.range, json_agg(json_build_array(c.source, c.grade, c.won, c.lost, c.cents)) as list
      from closed c where not c.is_rep group by c.range
    ), decided_by_rep as (
      select c.range, json_agg(json_build_array(c.assignee, c.won, c.lost, c.cents)) as list
      from closed c where c.is_rep and c.grade <> 'Spam' group by c.range
    ), reps as (
      select a.range, json_agg(json_build_array(a.assignee, a.leads)) as list
      from (
        select ${range} as range, l.assignee, count(*) as leads
        from leadline.leads l where ${isCounted} and l.assignee is not null and l.grade <> 'Spam'
        group by 1, 2
      ) a
      group by a.range
    ), contacted as materialized (
      select l.range, l.assignee, l.contact_range, l.time_range, grouping(l.time_range) = 1 as is_range,
        count(*) as leads, ${won} as won, ${lost} as lost, sum(${milliseconds}) as ms
      from (
        select t.*, width_bucket(greatest(0, t.seconds), ${CONTACT_ENDS_S}::float8[]) as contact_range,
          width_bucket(greatest(0, t.seconds), ${RANGE_STARTS_S}::float8[]) as time_range
        from (
          select ${range} as range, l.assignee, l.outcome,
            date_part('epoch', l.contacted_at - uuid_extract_timestamp(l.id)) as seconds
          from leadline.leads l where ${isCounted} and l.contacted_at is not null and l.grade <> 'Spam'
        ) t
      ) l
      group by grouping sets ((l.range, l.contact_range), (l.range, l.assignee, l.time_range))
    ), contact_ranges as (
      select c.range, json_agg(json_build_array(c.contact_range, c.leads, c.won, c.lost)) as list
      from contacted c where c.is_range group by c.range
    ), contacts as (
      select c.range, json_agg(json_build_array(c.assignee, c.times)) as list
      from (
        select c.range, c.assignee, json_agg(json_build_array(c.time_range, c.leads, c.ms)) as times
        from contacted c where not c.is_range group by c.range, c.assignee
      ) c
      group by c.range
    ), closings as (
      select c.range, json_agg(json_build_array(c.outcome, c.times)) as list
      from (
        select c.range, c.outcome, json_agg(json_build_array(c.time_range, c.leads, c.ms)) as times
        from (
          select width_bucket(l.lead_id, ${starts}::uuid[]) as range, l.outcome,
            width_bucket(l.seconds, ${RANGE_STARTS_S}::float8[]) as time_range, count(*) as leads,
            sum(${milliseconds}) as ms
          from (
            select o.lead_id, o.outcome, date_part('epoch', o.at - uuid_extract_timestamp(o.lead_id)) as seconds
            from outcomes o
          ) l
          where l.outcome <> 'open' and l.seconds > 0
          group by 1, 2, 3
        ) c
        group by c.range, c.outcome
      ) c
      group by c.range
    )
    select json_build_object(
      'scores', coalesce(scores.list, '[]'), 'sources', coalesce(sources.list, '[]'),
      'decided', coalesce(decided.list, '[]'), 'reps', coalesce(reps.list, '[]'),
      'decidedByRep', coalesce(decided_by_rep.list, '[]'), 'contactRanges', coalesce(contact_ranges.list, '[]'),
      'contacts', coalesce(contacts.list, '[]'), 'closings', coalesce(closings.list, '[]')) as sums
    from generate_series(1, ${starts.length}::integer) as r (range)
    left join scores on scores.range = r.range
    left join sources on sources.range = r.range
    left join decided on decided.range = r.range
    left join reps on reps.range = r.range
    left join decided_by_rep on decided_by_rep.range = r.range
    left join contact_ranges on contact_ranges.range = r.range
    left join contacts on contacts.range = r.range
    left join closings on closings.range = r.range
    order by r.range`.execute(scope.transaction);
  return rows.map(({ sums }) => sums);
}
