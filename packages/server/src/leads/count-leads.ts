// Counts leads for the tabs and filters of the inbox. However many leads match, only the newest of them are counted.

import type { Count, LeadCounts } from '@leadline/contract';
import { sql } from 'kysely';
import { fromUuid, showId } from '../base/ids.ts';
import type { AccountScope } from '../db/account-scope.ts';
import { countFacets, type Facet } from './count-facets.ts';
import { type CountedLeads, chooseCounted } from './counted-leads.ts';
import type { LeadFilter } from './lead-filter.ts';
import { listSources } from './list-sources.ts';
import { findCountries } from './match-countries.ts';

/** Counts are exact up to this. */
const MAX_COUNTED = 1_000;

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
  const leads = await chooseCounted(scope, q);
  const { work: _work, statuses: _statuses, outcome: _outcome, ...onEveryTab } = filter;
  const tabs = Object.entries(TABS).map(([tab, own]) => [tab, { ...onEveryTab, ...own }] as const);
  const [total, ...perTab] = await countAll(scope, leads, [filter, ...tabs.map(([, one]) => one)]);
  const facets = await countFacets(scope, leads, filter, MAX_COUNTED);
  const sources = await listSources(scope);
  return {
    total: total as Count,
    tabs: Object.fromEntries(tabs.map(([tab], index) => [tab, perTab[index]])) as Counts['tabs'],
    sources: withMissing(facets.source, sources).filter(({ value }) => value !== ''),
    assignees: facets.assignee.map(({ value, count }) => ({
      value: value === '' ? 'none' : showId('user', fromUuid(value)),
      count,
    })),
    statuses: facets.status,
    countries: facets.country.filter(({ value }) => value !== ''),
    grades: facets.grade,
    counted: facets.counted,
    is_capped: facets.isCapped,
  };
}

async function countAll(
  { transaction }: AccountScope,
  leads: CountedLeads,
  filters: readonly LeadFilter[],
): Promise<Count[]> {
  const counts = filters.map(
    (filter, index) => sql`(
      select count(*) from (select from (${leads.selectIds(filter, MAX_COUNTED + 1)}) a limit ${MAX_COUNTED + 1}) m
    )::integer as ${sql.id(`count_${index}`)}`,
  );
  const { rows } = await sql<Record<string, number>>`${leads.with} select ${sql.join(counts)}`.execute(
    transaction,
  );
  return filters.map((_, index) => {
    const count = rows[0]?.[`count_${index}`] ?? 0;
    return { count: Math.min(count, MAX_COUNTED), is_capped: leads.isCapped || count > MAX_COUNTED };
  });
}

/** Other sources of the account follow, so that they can be chosen too. */
function withMissing(counted: readonly Facet[], sources: readonly string[]): Facet[] {
  const known = new Set(counted.map(({ value }) => value));
  return [...counted, ...sources.filter((value) => !known.has(value)).map((value) => ({ value, count: 0 }))];
}
