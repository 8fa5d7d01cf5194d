// Lists a page of leads, newest first or by priority.

import type { LeadPage, ListedLead, ListQuery } from '@leadline/contract';
import { type Grade, type Lead, quoteBudget, summariseReasons } from '@leadline/engine';
import { sql } from 'kysely';
import { firstIdOf, fromUuid, showId, timeOfId } from '../base/ids.ts';
import type { AccountScope } from '../db/account-scope.ts';
import { anyOf } from '../db/database.ts';
import { findLastOutcomes } from './find-outcomes.ts';
import { findPeople } from './find-people.ts';
import { type Place, showCursor } from './list-cursor.ts';
import { unpackResult } from './packed-result.ts';
import { showWork, type WorkColumns } from './work-state.ts';

export type LeadFilter = Omit<ListQuery, 'limit' | 'cursor' | 'from' | 'to'> & {
  readonly limit: number;
  readonly from?: Date;
  readonly to?: Date;
};

/** One point of the score weighs as much as half a day of waiting; see sql/priority_of.sql. */
const POINT_MS = 12 * 60 * 60 * 1000;

/** `after` is where the previous page ended. Sorting by priority only returns open leads, even if the filter asks for
 * another outcome. */
export async function listLeads(
  scope: AccountScope,
  filter: LeadFilter,
  after: Place | null,
): Promise<LeadPage> {
  const found = await findPlaces(scope, filter, after);
  const page = found.slice(0, filter.limit);
  const last = page.at(-1);
  return {
    success: true,
    data: await readListed(
      scope,
      page.map(({ id }) => id),
    ),
    next_cursor:
      found.length > filter.limit && last !== undefined ? showCursor(filter.sort ?? 'newest', last) : null,
  };
}

/** Finds one lead more than fits on the page. Only uses indexed columns, so even a filter that matches few leads
 * doesn't have to read the rest. */
async function findPlaces(
  scope: AccountScope,
  { sort, limit, grade, min_score, max_score, source, outcome, from, to, q }: LeadFilter,
  after: Place | null,
): Promise<Place[]> {
  const isByPriority = sort === 'priority';
  const wanted = isByPriority ? 'open' : outcome;
  let leads = scope.transaction
    .selectFrom('leads as l')
    .select(['l.id', 'l.score'])
    .where('l.account_id', '=', scope.accountId);
  if (after !== null && isByPriority) leads = leads.where(isBehind(after)).where('l.id', '<', idBound(after));
  if (after !== null && !isByPriority) leads = leads.where('l.id', '<', after.id);
  if (from !== undefined) leads = leads.where('l.id', '>=', firstIdOf(from));
  if (to !== undefined) leads = leads.where('l.id', '<', firstIdOf(to));
  // With `in (…)`, the worst case (no lead matches) takes a third longer (bench/inbox.ts).
  if (grade !== undefined)
    leads = leads.where((e) => e.or((grade.split(',') as Grade[]).map((name) => e('l.grade', '=', name))));
  if (min_score !== undefined) leads = leads.where('l.score', '>=', min_score);
  if (max_score !== undefined) leads = leads.where('l.score', '<=', max_score);
  if (source !== undefined) leads = leads.where('l.source', '=', source);
  if (wanted !== undefined) leads = leads.where('l.outcome', '=', wanted);
  if (q !== undefined) {
    const people = await findPeople(scope, q);
    if (people.length === 0) return [];
    // A person's first lead has the person's ID; a separate index covers the later ones.
    const first = leads.where('l.id', 'in', people);
    const later = leads.where('l.person_id', 'in', people).whereRef('l.person_id', '<>', 'l.id');
    leads = scope.transaction.selectFrom(first.unionAll(later).as('l')).select(['l.id', 'l.score']);
  }
  if (isByPriority) leads = leads.orderBy(PRIORITY, 'desc');
  const rows = await leads
    .orderBy('l.id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(({ id, score }) => ({ id: fromUuid(id), score }));
}

const PRIORITY = sql<number>`leadline.priority_of(l.score, l.id)`;

const isBehind = ({ id, score }: Place) =>
  sql<boolean>`(${PRIORITY}, l.id) < (leadline.priority_of(${score}::smallint, ${id}::uuid), ${id}::uuid)`;

/** Every lead with a lower priority has an ID below this: among leads of equal priority, one with 0 points is the
 * newest. Row-level security lets the index be searched by ID but not by the computed priority. With this bound, pages
 * far down the list skip most newer leads: at worst 15 ms instead of 90 ms with a million leads over a year
 * (bench/inbox.ts). */
const idBound = ({ id, score }: Place): string =>
  firstIdOf(new Date(timeOfId(id).getTime() + score * POINT_MS + 1_000));

/** A stored text can be far longer than anyone reads in a list: without this limit, a page could take 36 MB. */
const MAX_SHOWN_LENGTH = 500;
/** How much of a form's questions is searched for the one about the budget. */
const MAX_QUESTIONS_LENGTH = 8_000;

interface ListedRow extends WorkColumns {
  readonly id: string;
  readonly person_id: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly budget: string;
  readonly source: string;
  /** The form's questions and answers. Null if the budget field is filled in. */
  readonly custom_fields: Lead['custom_fields'] | null;
  readonly scored: unknown;
}

/** In the order of `ids`, without leads that have since been deleted. Selects only what a list shows. */
async function readListed(scope: AccountScope, ids: readonly string[]): Promise<ListedLead[]> {
  if (ids.length === 0) return [];
  const shown = (column: string) => sql`left(x.${sql.ref(column)}, ${MAX_SHOWN_LENGTH})`;
  const { rows } = await sql<ListedRow>`
    select l.id, l.person_id, l.outcome, l.stage, l.assignee, l.snoozed_until, l.contacted_at, l.scored, ${shown('name')} as name, ${shown('email')} as email,
      ${shown('phone')} as phone, ${shown('budget')} as budget, ${shown('source')} as source,
      case when x.budget = '' then (
        select json_object_agg(q.question, left(q.answer, ${MAX_SHOWN_LENGTH}) order by q.place)
        from (
          select f.question, f.answer, f.place, sum(length(f.question)) over (order by f.place) as total
          from json_each_text(x.custom_fields) with ordinality as f (question, answer, place)
        ) q
        where q.total <= ${MAX_QUESTIONS_LENGTH}
      ) end as custom_fields
    from leadline.leads l
    cross join lateral json_to_record(l.lead)
      as x (name text, email text, phone text, budget text, source text, custom_fields json)
    where l.account_id = ${scope.accountId} and l.id = ${anyOf(ids)}`.execute(scope.transaction);
  const decided = rows.filter(({ outcome }) => outcome !== 'open').map(({ id }) => fromUuid(id));
  const outcomes = decided.length === 0 ? null : await findLastOutcomes(scope, decided);
  const listed = new Map<string, ListedLead>();
  for (const row of rows) {
    const id = fromUuid(row.id);
    const { name, email, phone, source, budget, custom_fields, outcome } = row;
    const { data, ledger } = unpackResult(row.scored);
    const { score, grade, priority_action, contact_grade } = data;
    listed.set(id, {
      lead_id: showId('lead', id),
      person_id: showId('person', fromUuid(row.person_id)),
      received_at: timeOfId(id).toISOString(),
      name,
      email,
      phone,
      budget: quoteBudget({ budget, custom_fields: custom_fields ?? {} }),
      source,
      score,
      grade,
      why: summariseReasons(grade, ledger) || 'Little is known',
      priority_action,
      contact_grade,
      outcome,
      decided: outcomes?.get(id) ?? null,
      ...showWork(row),
    });
  }
  return ids.flatMap((id) => listed.get(id) ?? []);
}
