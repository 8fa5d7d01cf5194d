// Counts leads for the tabs and filters of the inbox. However many leads match, only the newest of them are counted.

import type { Count, LeadCounts } from '@leadline/contract';
import { sql } from 'kysely';
import { fromUuid, showId } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import { findMatches } from '../search/find-matches.ts';
import { countValues, type Facet, MAX_COUNTED } from './count-values.ts';
import type { LeadFilter } from './lead-filter.ts';
import { listSources } from './list-sources.ts';
import { findCountries } from './match-countries.ts';

type Counts = LeadCounts['data'];
type Tab = keyof Counts['tabs'];

const TABS: Readonly<Record<Tab, LeadFilter>> = {
  todo: { work: 'todo' },
  in_progress: { work: 'in_progress' },
  snoozed: { work: 'snoozed' },
  won: { outcome: 'won' },
  lost: { outcome: 'lost' },
  unqualified: { statuses: ['unqualified'] },
  spam: { grades: ['Spam'] },
  all: {},
};

export async function countLeads(scope: AccountScope, { q, ...given }: LeadFilter): Promise<Counts> {
  const filter = await findCountries(scope, given);
  const matches = q === undefined ? null : await findMatches(scope, q);
  const { work: _work, statuses: _statuses, outcome: _outcome, ...onEveryTab } = filter;
  // The tabs' indexes and the account's list of sources know nothing of who sees what.
  const isLimited = scope.limitedTo !== null;
  const isNarrowed =
    isLimited || matches !== null || Object.values(onEveryTab).some((value) => value !== undefined);
  const counted = await countValues(scope, {
    among: isNarrowed ? onEveryTab : filter,
    filter,
    matches,
    tabs: isNarrowed ? TABS : {},
  });
  const { facets } = counted;
  const isPartial = matches !== null && (matches.kind === 'many' || !matches.isComplete);
  const isCapped = isPartial || counted.found > MAX_COUNTED;
  const sources = isLimited ? [] : await listSources(scope);
  return {
    total: toCount(counted.total, isCapped),
    tabs: isNarrowed
      ? toTabs(counted.tabs, isCapped || (filter.grades !== undefined && counted.hasOlder))
      : toTabs(await countTabs(scope), false),
    sources: withMissing(facets.source, sources),
    assignees: facets.assignee.map(({ value, count }) => ({
      value: value === '' ? 'none' : showId('user', fromUuid(value)),
      count,
    })),
    statuses: facets.status,
    countries: facets.country.filter(({ value }) => value !== ''),
    grades: facets.grade,
    counted: Math.min(counted.total, MAX_COUNTED),
    is_capped: isCapped || counted.hasOlder,
  };
}

/** How many leads match, up to the limit. */
export const countMatching = async (scope: AccountScope, filter: LeadFilter): Promise<Count> =>
  (await countLeads(scope, filter)).total;

/** Exact up to the limit, since each tab has an index. */
async function countTabs({ transaction }: AccountScope): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<Record<Tab, number>>`select * from leadline.count_tabs()`.execute(transaction);
  return rows[0] ?? {};
}

const toTabs = (counts: Readonly<Record<string, number>>, isCapped: boolean): Counts['tabs'] =>
  Object.fromEntries(
    Object.keys(TABS).map((tab) => [tab, toCount(counts[tab] ?? 0, isCapped)]),
  ) as Counts['tabs'];

const toCount = (count: number, isCapped: boolean): Count => ({
  count: Math.min(count, MAX_COUNTED),
  is_capped: isCapped || count > MAX_COUNTED,
});

/** Other sources of the account follow, so that they can be chosen too. */
function withMissing(counted: readonly Facet[], sources: readonly string[]): Facet[] {
  const known = new Set(counted.map(({ value }) => value));
  return [...counted, ...sources.filter((value) => !known.has(value)).map((value) => ({ value, count: 0 }))];
}
