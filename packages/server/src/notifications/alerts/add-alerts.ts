// Adds alerts about new and assigned leads, one per lead and person, in the transaction that makes them true. Whether an
// alert is still wanted is checked again when its email is sent.

import { type Kysely, type RawBuilder, sql } from 'kysely';
import { fromUuid } from '../../platform/base/ids.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { type HoursRow, nextAllowedMoment } from './alert-hours.ts';

export interface AlertEvent {
  readonly accountId: string;
  readonly leadId: string;
  /** Whether it has just come in. */
  readonly isNew: boolean;
  /** The user to whom somebody else, or a rule, has just assigned it. */
  readonly assignee: string | null;
}

interface PersonRow extends HoursRow {
  readonly account_id: string;
  readonly user_id: string;
}

/** Alerts that follow within this time go into the same email. */
const GROUPING_MS = 10_000;

export async function addAlerts(
  trx: Kysely<Tables>,
  events: readonly AlertEvent[],
  now: Date,
): Promise<void> {
  if (events.length === 0) return;
  const people = await lockPeople(trx, events);
  if (people.length === 0) return;
  const moments = people.map((person) => nextAllowedMoment(person, now).getTime());
  const earliest = now.getTime() + GROUPING_MS;
  await sql`
    with event as (
      select * from unnest(${events.map(({ accountId }) => accountId)}::uuid[],
        ${events.map(({ leadId }) => leadId)}::uuid[], ${events.map(({ isNew }) => isNew)}::boolean[],
        ${events.map(({ assignee }) => assignee)}::uuid[]) as e (account_id, lead_id, is_new, assignee)
    ), person as (
      select c.account_id, c.user_id, c.email_new, c.email_assigned, c.browser_new, c.browser_assigned, p.due_at, p.is_quiet
      from unnest(${people.map((person) => person.account_id)}::uuid[], ${people.map((person) => person.user_id)}::uuid[],
        ${moments.map((moment) => new Date(Math.max(moment, earliest)))}::timestamptz[],
        ${moments.map((moment) => moment > now.getTime())}::boolean[]) as p (account_id, user_id, due_at, is_quiet)
      join leadline.alert_choices c on c.account_id = p.account_id and c.user_id = p.user_id
    ), lead as materialized (
      -- A lead that is being erased is left out: the transaction that erases it may wait for this one.
      select l.account_id, l.id, l.grade, l.assignee from event e
      join leadline.leads l on l.account_id = e.account_id and l.id = e.lead_id
      for key share of l skip locked
    ), wanted as (
      select e.account_id, e.lead_id, p.user_id,
        case when e.is_new and l.grade in ('Hot', p.email_new) and p.email_new is not null
          or e.assignee = p.user_id and p.email_assigned then p.due_at end as due_at,
        not p.is_quiet and coalesce(e.is_new and l.grade in ('Hot', p.browser_new) and p.browser_new is not null
          or e.assignee = p.user_id and p.browser_assigned, false) as in_browser
      from event e
      join lead l on l.account_id = e.account_id and l.id = e.lead_id
      join person p on p.account_id = e.account_id
      where ${isVisible(sql`e.account_id`, sql`p.user_id`)}
    ), added as (
      insert into leadline.alerts as a (account_id, lead_id, user_id, in_browser, due_at)
      select w.account_id, w.lead_id, w.user_id, w.in_browser, w.due_at from wanted w
      where w.due_at is not null or w.in_browser
      on conflict (account_id, lead_id, user_id) do update set due_at = excluded.due_at
        where a.due_at is null and a.email_id is null and excluded.due_at is not null
      returning a.account_id, a.user_id, a.due_at
    )
    update leadline.alert_choices c set next_email_at = least(c.next_email_at, f.due_at)
    from (select account_id, user_id, min(due_at) as due_at from added where due_at is not null group by 1, 2) f
    where c.account_id = f.account_id and c.user_id = f.user_id`.execute(trx);
}

/** Whether a user may see `l`. Asked only about leads of others, because asking takes a query. */
export const isVisible = (accountId: RawBuilder<unknown>, userId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(l.assignee is null or l.assignee = ${userId} or not leadline.is_limited(${accountId}, ${userId}))`;

/** Those who may be alerted, locked in a fixed order. Neither test accounts nor accounts that are closed have any. */
async function lockPeople(trx: Kysely<Tables>, events: readonly AlertEvent[]): Promise<PersonRow[]> {
  const withNew = new Set(events.filter(({ isNew }) => isNew).map(({ accountId }) => fromUuid(accountId)));
  const assignees = events.flatMap(({ assignee }) => assignee ?? []);
  const { rows } = await sql<PersonRow>`
    select c.account_id, c.user_id, c.hours, c.opens_at, c.closes_at, p.time_zone, p.office_days,
      p.opens_at as office_opens_at, p.closes_at as office_closes_at
    from leadline.alert_choices c
    join leadline.accounts a on a.id = c.account_id and a.test_of is null and a.delete_at is null
    left join leadline.profiles p on p.account_id = c.account_id
    where c.account_id = any (${[...new Set(events.map(({ accountId }) => accountId))]}::uuid[])
      and (c.account_id = any (${[...withNew]}::uuid[]) and (c.email_new is not null or c.browser_new is not null)
        or c.user_id = any (${assignees}::uuid[]) and (c.email_assigned or c.browser_assigned))
    order by c.account_id, c.user_id
    for no key update of c`.execute(trx);
  return rows;
}
