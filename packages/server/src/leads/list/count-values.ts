// Counts the newest leads that match: on each tab, and with each value of a filter. Two lots of leads are read once and
// counted in many ways, because planning a count of its own for each tab, in every partition of `leads`, takes longer
// than counting. A filter that is set is counted as if it were not, in a lot to which it doesn't apply.

import { type RawBuilder, sql } from 'kysely';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import type { Matches } from '../search/find-matches.ts';
import { limitTo } from './find-page.ts';
import type { LeadFilter } from './lead-filter.ts';
import { allOf, type Condition, GRADES, matchLeads, oneOf } from './match-leads.ts';

export interface Facet {
  readonly value: string;
  readonly count: number;
}

export type FacetName = 'source' | 'assignee' | 'status' | 'country' | 'grade';

export interface CountedValues {
  /** Of the leads that match everything but the tab. */
  readonly found: number;
  /** Of those, the ones on the tab that the filter is about. */
  readonly total: number;
  readonly tabs: Readonly<Record<string, number>>;
  readonly facets: Readonly<Record<FacetName, Facet[]>>;
  /** Whether there may be older leads that were not read for a filter. */
  readonly hasOlder: boolean;
}

/** Counts are exact up to this. */
export const MAX_COUNTED = 1_000;
/** For filters that are set. */
const MAX_OTHERS = 2_000;
/** No menu shows more values. */
const MAX_VALUES = 100;

const OWN_FILTERS = {
  source: 'sources',
  assignee: 'assignees',
  status: 'statuses',
  country: 'countries',
  grade: 'grades',
} as const satisfies Record<FacetName, keyof LeadFilter>;

const NAMES = Object.keys(OWN_FILTERS) as FacetName[];

const VALUES: Readonly<Record<FacetName, RawBuilder<unknown>>> = {
  source: sql`l.source`,
  assignee: sql`coalesce(l.assignee::text, '')`,
  status: sql`case l.outcome when 'open' then l.stage else l.outcome end`,
  country: sql`l.country`,
  grade: sql`l.grade`,
};

export interface ToCount {
  /** Which leads to find, before the tab is chosen. */
  readonly among: LeadFilter;
  readonly filter: LeadFilter;
  readonly matches: Matches | null;
  /** Tabs to count among the leads found. */
  readonly tabs: Readonly<Record<string, LeadFilter>>;
}

interface Row {
  readonly kind: FacetName | 'tab' | 'lot';
  readonly value: string;
  readonly count: number;
}

export async function countValues(
  scope: AccountScope,
  { among, filter, matches, tabs }: ToCount,
): Promise<CountedValues> {
  const isOnTab = matchTab(filter, filter.grades);
  // The to-do list has spam only if it is asked for, as the grade does.
  const hidesSpam = filter.work === 'todo' && filter.grades === undefined;
  const unset = NAMES.filter((name) => filter[OWN_FILTERS[name]] === undefined);
  const set = NAMES.filter((name) => filter[OWN_FILTERS[name]] !== undefined);
  const counts = [
    sql`select 'lot' as kind, 'found' as value, count(*)::integer as count from found l`,
    sql`select 'lot', 'total', count(*)::integer from found l where ${isOnTab}`,
    sql`select 'lot', 'others', count(*)::integer from others l`,
    sql`select 'lot', 'spam', count(*)::integer from spam l`,
    ...Object.entries(tabs).map(([tab, own]) => countTab(tab, own, among)),
    ...unset.map((name) =>
      countFacet(
        name,
        sql`found`,
        hidesSpam && name === 'grade' ? sql`${isOnTab} and l.grade <> 'Spam'` : isOnTab,
      ),
    ),
    ...(hidesSpam ? [sql`select 'grade', 'Spam', count(*)::integer from spam l having count(*) > 0`] : []),
    ...set.map((name) =>
      countFacet(
        name,
        sql`others`,
        matchInLot({ ...filter, [OWN_FILTERS[name]]: name === 'grade' ? GRADES : undefined }),
      ),
    ),
  ];
  const { rows } = await sql<Row>`
    with found as materialized (${selectFound(scope, matches, among)}),
      others as materialized (${
        set.length === 0 ? sql`select * from found limit 0` : selectOthers(scope, matches, filter)
      }),
      spam as materialized (${
        hidesSpam
          ? selectNewest(scope, matches, { ...filter, grades: ['Spam'] }, MAX_COUNTED + 1)
          : sql`select * from found limit 0`
      })
    ${sql.join(counts, sql` union all `)}
    order by count desc`.execute(scope.transaction);
  return readRows(rows);
}

const selectFound = (scope: AccountScope, matches: Matches | null, among: LeadFilter): RawBuilder<unknown> =>
  withCountry(selectNewest(scope, matches, among, MAX_COUNTED + 1));

/** Leads to which no filter with values applies. */
function selectOthers(
  scope: AccountScope,
  matches: Matches | null,
  { from, to, minScore, maxScore, importId, countries }: LeadFilter,
): RawBuilder<unknown> {
  const newest = selectNewest(scope, matches, { from, to, minScore, maxScore, importId }, MAX_OTHERS);
  return countries === undefined ? sql`select l.*, '' as country from (${newest}) l` : withCountry(newest);
}

const withCountry = (leads: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select l.*, coalesce((
    select s.country from leadline.search_texts s where s.account_id = l.account_id and s.id = l.id), '') as country
  from (${leads}) l`;

/** Newest first. */
function selectNewest(
  { accountId }: AccountScope,
  matches: Matches | null,
  filter: LeadFilter,
  limit: number,
): RawBuilder<unknown> {
  const newest = sql`order by l.id desc limit ${limit}`;
  const selects = limitToMatches(matches, matchLeads(filter)).map(
    (one) => sql`(
      select l.account_id, l.id, l.score, l.source, l.assignee, l.outcome, l.stage, l.grade, l.snoozed_until,
        l.not_spam
      from leadline.leads l where l.account_id = ${accountId} and ${one} ${newest})`,
  );
  return sql`select * from (${sql.join(selects, sql` union all `)}) l ${newest}`;
}

function limitToMatches(matches: Matches | null, alternatives: readonly Condition[]): readonly Condition[] {
  if (matches === null) return alternatives;
  const { newest, people } =
    matches.kind === 'few'
      ? { newest: matches.leadIds, people: matches.people }
      : { newest: matches.newest, people: [] };
  const limited = limitTo({ leadIds: newest, people }, alternatives);
  return limited.length === 0 ? [sql`false`] : limited;
}

const countFacet = (name: FacetName, lot: RawBuilder<unknown>, isCounted: Condition): RawBuilder<unknown> =>
  sql`select ${name}::text, ${VALUES[name]}, count(*)::integer from ${lot} l where ${isCounted} group by 2`;

/** The grades decide whether spam is on the to-do list. */
const matchTab = ({ work, statuses, outcome }: LeadFilter, grades: LeadFilter['grades']): Condition =>
  oneOf(matchLeads({ work, statuses, outcome, grades }));

/** A tab with a grade of its own replaces the filter by grade, so its leads are not among those found. */
function countTab(tab: string, own: LeadFilter, among: LeadFilter): RawBuilder<unknown> {
  const counted = sql`select 'tab', ${tab}::text, count(*)::integer from`;
  return own.grades !== undefined && among.grades !== undefined
    ? sql`${counted} others l where ${matchInLot({ ...among, ...own })}`
    : sql`${counted} found l where ${matchTab(own, own.grades ?? among.grades)}`;
}

/** Both lots only have leads of the import. */
function matchInLot({ countries, leadsOfCountries: _ids, importId: _id, ...filter }: LeadFilter): Condition {
  const isMatch = oneOf(matchLeads(filter));
  return countries === undefined ? isMatch : allOf([isMatch, sql`l.country = any(${countries}::text[])`]);
}

function readRows(rows: readonly Row[]): CountedValues {
  const valuesOf = (kind: Row['kind']): Facet[] =>
    rows.filter((row) => row.kind === kind).map(({ value, count }) => ({ value, count }));
  const lots = new Map(valuesOf('lot').map(({ value, count }) => [value, count]));
  const facetOf = (name: FacetName): Facet[] => valuesOf(name).slice(0, MAX_VALUES);
  return {
    found: lots.get('found') ?? 0,
    total: lots.get('total') ?? 0,
    tabs: Object.fromEntries(valuesOf('tab').map(({ value, count }) => [value, count])),
    facets: {
      source: facetOf('source'),
      assignee: facetOf('assignee'),
      status: facetOf('status'),
      country: facetOf('country'),
      grade: facetOf('grade'),
    },
    hasOlder: (lots.get('others') ?? 0) >= MAX_OTHERS || (lots.get('spam') ?? 0) > MAX_COUNTED,
  };
}
