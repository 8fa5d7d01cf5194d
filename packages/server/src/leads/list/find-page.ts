// Finds a page of leads in the requested order. Only uses indexed columns where it can, so even a filter that matches few
// leads doesn't have to read the rest.

import { type RawBuilder, sql } from 'kysely';
import { fromUuid } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import { PREPARED } from '../../platform/db/prepared.ts';
import { findMatches, type Matches } from '../search/find-matches.ts';
import type { LeadFilter } from './lead-filter.ts';
import type { Place, Sort } from './list-cursor.ts';
import { findCountries } from './match-countries.ts';
import { allOf, type Condition, matchLeads } from './match-leads.ts';
import { byRank, isAfter, KEYS, ORDERS, RANKS } from './sort-leads.ts';

export interface PageToFind {
  readonly sort: Sort;
  readonly limit: number;
  /** Where the previous page ended. */
  readonly after: Place | null;
}

export interface FoundPage {
  readonly places: readonly Place[];
  /** Where the next page starts; null if this is the last one. A search with many matches may compare so many leads that
   * a page ends before it is full. */
  readonly next: Place | null;
}

export const DEFAULT_PAGE = 50;

/** How many leads are compared for a page of a search with many matches. */
const MAX_COMPARED = 8_000;

export async function findPage(
  scope: AccountScope,
  filter: LeadFilter,
  { sort, limit, after }: PageToFind,
): Promise<FoundPage> {
  const bound = after === null ? [] : [isAfter(sort, after)];
  const alternatives = matchLeads(await findCountries(scope, filter), sort).map((one) =>
    allOf([one, ...bound]),
  );
  if (alternatives.length === 0) return { places: [], next: null };
  const matches = filter.q === undefined ? null : await findMatches(scope, filter.q);
  if (matches?.kind === 'many') {
    if (isAboutIds(filter, sort)) {
      const texts = selectTexts(scope, allOf(alternatives), sort, MAX_COMPARED);
      return compareInOrder(scope, texts, matches.isTextMatch, sort, limit);
    }
    const leads = selectInOrder(scope, alternatives, sort, MAX_COMPARED);
    return compareInOrder(scope, leads, matches.isMatch, sort, limit);
  }
  const wanted = matches === null ? alternatives : limitTo(matches, alternatives);
  if (wanted.length === 0) return { places: [], next: null };
  const page = selectInOrder(scope, wanted, sort, limit + 1);
  const prefix = isCommon(filter, sort, limit) ? PREPARED : sql``;
  return cutPage(
    await readPlaces(scope, sql`${prefix} select l.id, l.key from (${page}) l order by ${byRank(sort)}`),
    limit,
  );
}

/** Whether leads are only selected and sorted by their ID, which the texts have, too. Comparing these alone takes a tenth of
 * the reads, and they have no partitions. */
const isAboutIds = ({ q: _q, from: _from, to: _to, ...others }: LeadFilter, sort: Sort): boolean =>
  (sort === 'newest' || sort === 'oldest') && Object.values(others).every((value) => value === undefined);

/** What people open most. Other filters have too many combinations to keep a plan for each. */
function isCommon({ q, work, ...others }: LeadFilter, sort: Sort, limit: number): boolean {
  if (limit !== DEFAULT_PAGE || Object.values(others).some((value) => value !== undefined)) return false;
  return (
    (sort === 'newest' && work === undefined) || (sort === 'priority' && work === 'todo' && q === undefined)
  );
}

/** Compares up to MAX_COMPARED leads of `inOrder`, until a page is full. */
async function compareInOrder(
  scope: AccountScope,
  inOrder: RawBuilder<unknown>,
  isMatch: Condition,
  sort: Sort,
  limit: number,
): Promise<FoundPage> {
  const found = await readPlaces(
    scope,
    sql`select l.id, l.key from (${inOrder}) l where ${isMatch} order by ${byRank(sort)} limit ${limit + 1}`,
  );
  if (found.length > limit) return cutPage(found, limit);
  const [last = null] = await readPlaces(
    scope,
    sql`select l.id, l.key from (${inOrder}) l order by ${byRank(sort)} offset ${MAX_COMPARED - 1}`,
  );
  return { places: found, next: last };
}

function cutPage(found: readonly Place[], limit: number): FoundPage {
  const places = found.slice(0, limit);
  return { places, next: found.length > limit ? (places.at(-1) ?? null) : null };
}

/** Each alternative is read in order and only as far as needed. The limit isn't a parameter, because a plan that is kept would
 * assume a tenth of all leads. */
function selectInOrder(
  { accountId }: AccountScope,
  alternatives: readonly Condition[],
  sort: Sort,
  limit: number,
): RawBuilder<unknown> {
  const selects = alternatives.map(
    (one) => sql`(
      select l.id, ${KEYS[sort]} as key, ${RANKS[sort]} as rank from leadline.leads l
      where l.account_id = ${accountId} and ${one} order by ${ORDERS[sort]} limit ${sql.lit(limit)})`,
  );
  if (selects.length === 1) return selects[0] as RawBuilder<unknown>;
  return sql`select * from (${sql.join(selects, sql` union all `)}) l order by ${byRank(sort)} limit ${sql.lit(limit)}`;
}

function selectTexts(
  { accountId }: AccountScope,
  condition: Condition,
  sort: Sort,
  limit: number,
): RawBuilder<unknown> {
  return sql`
    select l.id, ${KEYS[sort]} as key, ${RANKS[sort]} as rank, l.text from leadline.search_texts l
    where l.account_id = ${accountId} and ${condition} order by ${ORDERS[sort]} limit ${limit}`;
}

async function readPlaces({ transaction }: AccountScope, query: RawBuilder<unknown>): Promise<Place[]> {
  const { rows } = await sql<Place>`${query}`.execute(transaction);
  return rows.map(({ id, key }) => ({ id: fromUuid(id), key }));
}

type FewMatches = Pick<Extract<Matches, { kind: 'few' }>, 'leadIds' | 'people'>;

/** No alternative is left if nothing matches. */
export function limitTo({ leadIds, people }: FewMatches, alternatives: readonly Condition[]): Condition[] {
  // A person's first lead has the person's ID; a separate index covers the later ones.
  const ids = [...new Set([...leadIds, ...people])];
  if (ids.length === 0) return [];
  const isFound: Condition = sql`l.id = ${anyHidden(ids)}`;
  if (people.length === 0) return alternatives.map((one) => allOf([one, isFound]));
  const isLater: Condition = sql`l.person_id = ${anyHidden(people)} and l.person_id <> l.id
    and not l.id = ${anyHidden(ids)}`;
  return alternatives.flatMap((one) => [allOf([one, isFound]), allOf([one, isLater])]);
}

/** The planner tries to prove each condition of a partial index from each ID that it sees. For 50 IDs and a year of
 * partitions, planning took 128 ms. */
const anyHidden = (ids: readonly string[]): RawBuilder<unknown> =>
  sql`any(array(select unnest(${ids}::uuid[])))`;
