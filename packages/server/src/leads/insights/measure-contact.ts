// Measures how soon leads were contacted and who won them: by time to first contact, and by rep. One statement, so that
// the leads assigned to nobody are exactly those that no rep has. It only reads indexes, except for the amounts of won
// leads.

import type { Insights } from '@leadline/contract';
import { sql } from 'kysely';
import { firstIdOf, fromUuid, showId } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import { lastOutcomes } from './last-outcomes.ts';
import { winRateOf } from './win-rate.ts';

interface Totals {
  readonly leads: number;
  readonly won: number;
  readonly lost: number;
}

interface Measured {
  readonly total: Totals;
  /** `range` is the number of `ENDS_S` that the time to contact has reached. */
  readonly ranges: readonly (Totals & { readonly range: number })[];
  /** One row for everyone, one for each assignee, and one for nobody, whose assignee is null. */
  readonly contacts: readonly {
    readonly is_everyone: boolean;
    readonly assignee: string | null;
    readonly contacted: number;
    readonly median_hours: number;
  }[];
  /** Most leads first. `name` is null for people who have left. */
  readonly reps: readonly (Totals & { readonly assignee: string; readonly name: string | null })[];
  readonly revenues: readonly { readonly assignee: string | null; readonly revenue: number }[];
}

type Rep = Insights['by_rep'][number];

const HOUR_S = 60 * 60;
const DAY_S = 24 * HOUR_S;
const LABELS = ['Under an hour', '1 to 4 hours', '4 to 24 hours', '1 to 3 days', 'Over 3 days'];
const ENDS_S = [HOUR_S, 4 * HOUR_S, DAY_S, 3 * DAY_S];
const NO_CONTACT = 'No contact recorded';
const MAX_REPS = 100;

export async function measureContact(
  scope: AccountScope,
  from: Date,
  to: Date,
): Promise<Pick<Insights, 'contact' | 'by_rep'>> {
  const isCounted = sql`l.account_id = ${scope.accountId} and l.id >= ${firstIdOf(from)} and l.id < ${firstIdOf(to)}
    and l.grade <> 'Spam'`;
  const won = sql`count(*) filter (where l.outcome = 'won')`;
  const lost = sql`count(*) filter (where l.outcome = 'lost')`;
  // Needed to sort a million times to contact.
  await sql`set local work_mem = '32MB'`.execute(scope.transaction);
  const { rows } = await sql<Measured>`
    with total as (
      select (select count(*) from leadline.leads l where ${isCounted}) as leads, ${won} as won, ${lost} as lost
      from leadline.leads l where ${isCounted} and l.outcome <> 'open'
    ), contacted as materialized (
      select l.assignee, l.outcome,
        greatest(0, date_part('epoch', l.contacted_at - uuid_extract_timestamp(l.id))) as seconds
      from leadline.leads l where ${isCounted} and l.contacted_at is not null
    ), ranges as (
      select width_bucket(l.seconds, ${ENDS_S}::float8[]) as range, count(*) as leads, ${won} as won, ${lost} as lost
      from contacted l
      group by range
    ), contacts as (
      select grouping(l.assignee) = 1 as is_everyone, l.assignee, count(*) as contacted,
        percentile_cont(0.5) within group (order by l.seconds) / ${HOUR_S}::float8 as median_hours
      from contacted l
      group by rollup (l.assignee)
    ), reps as (
      select a.*, t.name
      from (
        select l.assignee, count(*) as leads, ${won} as won, ${lost} as lost
        from leadline.leads l where ${isCounted} and l.assignee is not null
        group by l.assignee
      ) a
      left join leadline.team() t on t.user_id = a.assignee
      order by a.leads desc, a.assignee
    ), revenues as (
      select l.assignee, sum(o.amount) as revenue
      from ${lastOutcomes(scope, from, to)} o join leadline.leads l on l.id = o.lead_id
      where ${isCounted} and l.outcome = 'won' and o.amount > 0
      group by l.assignee
    )
    select (select to_json(t) from total t) as total,
      (select coalesce(json_agg(r), '[]') from ranges r) as ranges,
      (select coalesce(json_agg(c), '[]') from contacts c) as contacts,
      (select coalesce(json_agg(r), '[]') from reps r) as reps,
      (select coalesce(json_agg(r), '[]') from revenues r) as revenues`.execute(scope.transaction);
  const measured = rows[0] as Measured;
  return { contact: describeContact(measured), by_rep: describeReps(measured) };
}

function describeContact({ total, ranges, contacts }: Measured): Insights['contact'] {
  const everyone = contacts.find(({ is_everyone }) => is_everyone);
  const contacted = LABELS.map((label, place) => ({
    label,
    is_contacted: true,
    ...describeTotals(ranges.find(({ range }) => range === place) ?? NONE),
  }));
  return {
    contacted: everyone?.contacted ?? 0,
    median_hours: everyone?.median_hours ?? null,
    ranges: [
      ...contacted,
      { label: NO_CONTACT, is_contacted: false, ...describeTotals(subtract(total, ranges)) },
    ],
  };
}

function describeReps({ total, contacts, reps, revenues }: Measured): Rep[] {
  const describe = (assignee: string | null, name: string | null, totals: Totals): Rep => {
    const contact = contacts.find((row) => !row.is_everyone && row.assignee === assignee);
    return {
      user_id: assignee === null ? null : showId('user', fromUuid(assignee)),
      name,
      ...describeTotals(totals),
      contacted: contact?.contacted ?? 0,
      median_contact_hours: contact?.median_hours ?? null,
      revenue: revenues.find((row) => row.assignee === assignee)?.revenue ?? 0,
    };
  };
  const nobodys = subtract(total, reps);
  return [
    ...reps.slice(0, MAX_REPS).map((rep) => describe(rep.assignee, rep.name, rep)),
    ...(nobodys.leads === 0 ? [] : [describe(null, null, nobodys)]),
  ];
}

const NONE: Totals = { leads: 0, won: 0, lost: 0 };

const subtract = (total: Totals, parts: readonly Totals[]): Totals =>
  parts.reduce(
    (rest, { leads, won, lost }) => ({
      leads: rest.leads - leads,
      won: rest.won - won,
      lost: rest.lost - lost,
    }),
    total,
  );

const describeTotals = ({ leads, won, lost }: Totals): Pick<Rep, 'leads' | 'win'> => ({
  leads,
  win: winRateOf(won, lost),
});
