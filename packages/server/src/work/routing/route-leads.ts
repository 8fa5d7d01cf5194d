// Gives new leads an assignee, in the transaction that takes them from the outbox: each lead is routed exactly once, and
// each turn is taken exactly once, whichever workers are killed.

import { sql } from 'kysely';
import { fromUuid } from '../../platform/base/ids.ts';
import { SYSTEM } from '../../platform/db/account-scope.ts';
import type { InstallationTransaction } from '../../platform/db/installation.ts';
import { ANSWERS, type RoutableLead } from './routable-lead.ts';
import { type Choice, Router } from './router.ts';
import { readsAnswers, type StoredRule, type Turns } from './routing-rule.ts';

/** A new lead in the outbox. */
export interface NewLead {
  readonly account_id: string;
  readonly id: string;
}

/** The kind of an event that only asks to route its lead. */
export const ROUTE_LATER = 'lead.route';

interface Routing {
  readonly account_id: string;
  readonly rules: readonly StoredRule[];
  readonly turns: Turns;
}

interface LeadRow extends NewLead, RoutableLead {
  readonly assignee: string | null;
}

interface Assignment extends Choice {
  readonly lead: NewLead;
}

export interface RoutedLead extends NewLead {
  readonly assignee: string;
}

/** Returns the leads that got an assignee. Call this late in the transaction: others who store leads of these accounts
 * wait for the end of it. */
export async function routeLeads(
  trx: InstallationTransaction,
  leads: readonly NewLead[],
): Promise<RoutedLead[]> {
  if (leads.length === 0) return [];
  const routings = await lockRoutings(trx, [...new Set(leads.map(({ account_id }) => account_id))]);
  if (routings.length === 0) return [];
  const teams = await holdTeams(
    trx,
    routings.map(({ account_id }) => account_id),
  );
  const needsAnswers = new Map(routings.map(({ account_id, rules }) => [account_id, readsAnswers(rules)]));
  const routable = leads.filter(({ account_id }) => needsAnswers.has(account_id));
  const rows = await lockLeads(
    trx,
    routable.map((lead) => ({ ...lead, needsAnswers: needsAnswers.get(lead.account_id) ?? false })),
  );
  await routeLater(trx, routable, rows);
  const unassigned = Map.groupBy(
    rows.filter(({ assignee }) => assignee === null),
    ({ account_id }) => account_id,
  );
  const assignments: Assignment[] = [];
  const changed: Omit<Routing, 'rules'>[] = [];
  for (const { account_id, rules, turns } of routings) {
    const router = new Router(rules, teams.get(account_id) ?? new Set(), turns);
    const chosen = (unassigned.get(account_id) ?? []).flatMap((lead) => {
      const choice = router.choose(lead);
      return choice === null ? [] : [{ ...choice, lead }];
    });
    if (chosen.length > 0) changed.push({ account_id, turns: router.turns });
    assignments.push(...chosen);
  }
  if (assignments.length === 0) return [];
  await saveTurns(trx, changed);
  await addStorage(trx, await assign(trx, assignments));
  return assignments.map(({ lead: { account_id, id }, assignee }) => ({ account_id, id, assignee }));
}

/** In order, so that two workers can't deadlock. */
async function lockRoutings(
  trx: InstallationTransaction,
  accountIds: readonly string[],
): Promise<readonly Routing[]> {
  const { rows } = await sql<Routing>`
    select r.account_id, r.rules, r.turns from leadline.routing r
    where r.account_id = any (${accountIds}::uuid[]) and json_array_length(r.rules) > 0
    order by r.account_id for no key update`.execute(trx);
  return rows;
}

async function holdTeams(
  trx: InstallationTransaction,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { rows } = await sql<{ account_id: string; user_id: string }>`
    select h.account_id, h.user_id from leadline.hold_teams(${accountIds}::uuid[]) h`.execute(trx);
  const teams = new Map<string, Set<string>>();
  for (const { account_id, user_id } of rows) {
    const team = teams.get(account_id) ?? new Set();
    teams.set(account_id, team.add(fromUuid(user_id)));
  }
  return teams;
}

/** Oldest first. Never waits: a transaction that erases a lead waits for the event that this one has taken. */
async function lockLeads(
  trx: InstallationTransaction,
  leads: readonly (NewLead & { readonly needsAnswers: boolean })[],
): Promise<readonly LeadRow[]> {
  const { rows } = await sql<LeadRow>`
    select l.account_id, l.id, l.grade, l.source, l.phone, l.assignee,
      case when i.needs_answers then ${ANSWERS} end as answers
    from unnest(${leads.map(({ account_id }) => account_id)}::uuid[], ${leads.map(({ id }) => id)}::uuid[],
      ${leads.map(({ needsAnswers }) => needsAnswers)}::boolean[]) as i (account_id, id, needs_answers)
    join leadline.leads l on l.account_id = i.account_id and l.id = i.id
    order by l.account_id, l.id
    for no key update of l skip locked`.execute(trx);
  return rows;
}

/** Leads that somebody is changing at this moment are routed in another round, unless they are gone by then. Their
 * event has another kind, so that webhooks don't see it twice. */
async function routeLater(
  trx: InstallationTransaction,
  leads: readonly NewLead[],
  locked: readonly NewLead[],
): Promise<void> {
  const done = new Set(locked.map(({ account_id, id }) => account_id + id));
  const missed = leads.filter(({ account_id, id }) => !done.has(account_id + id));
  if (missed.length === 0) return;
  await sql`
    insert into leadline.outbox (account_id, id, kind)
    select l.account_id, l.id, ${ROUTE_LATER}
    from unnest(${missed.map(({ account_id }) => account_id)}::uuid[], ${missed.map(({ id }) => id)}::uuid[])
      as i (account_id, id)
    join leadline.leads l on l.account_id = i.account_id and l.id = i.id`.execute(trx);
}

async function saveTurns(
  trx: InstallationTransaction,
  changed: readonly Omit<Routing, 'rules'>[],
): Promise<void> {
  await sql`
    update leadline.routing r set turns = c.turns::json
    from unnest(${changed.map(({ account_id }) => account_id)}::uuid[],
      ${changed.map(({ turns }) => JSON.stringify(turns))}::text[]) as c (account_id, turns)
    where r.account_id = c.account_id`.execute(trx);
}

interface AddedBytes {
  readonly account_id: string;
  readonly bytes: number;
}

/** Returns what the entries in the timelines take. */
async function assign(
  trx: InstallationTransaction,
  assignments: readonly Assignment[],
): Promise<readonly AddedBytes[]> {
  const { rows } = await sql<AddedBytes>`
    with chosen as (
      select * from unnest(${assignments.map(({ lead }) => lead.account_id)}::uuid[],
        ${assignments.map(({ lead }) => lead.id)}::uuid[], ${assignments.map(({ assignee }) => assignee)}::uuid[],
        ${assignments.map(({ assignee, rule }) => JSON.stringify({ assignee, previous: null, rule: rule.name }))}::text[])
        as c (account_id, lead_id, assignee, data)
    ), assigned as (
      update leadline.leads l set assignee = c.assignee, revision = l.revision + 1
      from chosen c where l.account_id = c.account_id and l.id = c.lead_id
    ), noted as (
      insert into leadline.activities (account_id, lead_id, kind, actor, data)
      select c.account_id, c.lead_id, 'assigned', ${SYSTEM}, c.data::json from chosen c
      returning account_id, leadline.activity_bytes(data) as bytes
    ), changed as materialized (
      select leadline.note_changed_leads(array_agg(c.account_id), array_agg(c.lead_id)) from chosen c
    )
    select n.account_id, sum(n.bytes)::bigint as bytes from noted n, changed group by n.account_id`.execute(
    trx,
  );
  return rows;
}

/** In the same order as write_leads, so that the two can't deadlock. */
async function addStorage(trx: InstallationTransaction, added: readonly AddedBytes[]): Promise<void> {
  await sql`
    update leadline.storage s set bytes = s.bytes + x.added
    from (
      select t.account_id, a.bytes as added
      from unnest(${added.map(({ account_id }) => account_id)}::uuid[],
        ${added.map(({ bytes }) => bytes)}::bigint[]) as a (account_id, bytes)
      join leadline.storage t on t.account_id = a.account_id
      order by t.account_id for no key update of t
    ) x
    where s.account_id = x.account_id`.execute(trx);
}
