// Counts leads for the tabs and filters of the inbox. However many leads match, only the newest of them are counted.

import type { Count, LeadCounts } from '@leadline/contract';
import { sql } from 'kysely';
import { fromUuid, showId } from '../base/ids.ts';
import type { AccountScope } from '../db/account-scope.ts';
import { countFacets, type Facet } from './count-facets.ts';
import type { LeadFilter } from './lead-filter.ts';
import { limitToSearch } from './limit-to-search.ts';
import { listSources } from './list-sources.ts';
import { matchLeads } from './match-leads.ts';

/** Counts are exact up to this. */
export const MAX_COUNTED = 5_000;

type Tab = keyof LeadCounts['data']['tabs'];

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

export async function countLeads(scope: AccountScope, filter: LeadFilter): Promise<LeadCounts['data']> {
  const { work: _work, statuses: _statuses, outcome: _outcome, ...onEveryTab } = filter;
  const tabs = Object.entries(TABS).map(([tab, own]) => [tab, { ...onEveryTab, ...own }] as const);
  const [total = NONE, ...perTab] = await countAll(scope, [filter, ...tabs.map(([, one]) => one)]);
  const facets = await countFacets(scope, filter, MAX_COUNTED);
  const sources = await listSources(scope);
  return {
    total,
    tabs: Object.fromEntries(tabs.map(([tab], index) => [tab, perTab[index]])) as LeadCounts['data']['tabs'],
    sources: withMissing(facets.source, sources),
    assignees: facets.assignee.map(({ value, count }) => ({
      value: value === '' ? 'none' : showId('user', fromUuid(value)),
      count,
    })),
    statuses: facets.status,
    countries: facets.country,
    grades: facets.grade,
    counted: facets.counted,
    is_capped: facets.isCapped,
  };
}

const NONE: Count = { count: 0, is_capped: false };

async function countAll(scope: AccountScope, filters: readonly LeadFilter[]): Promise<Count[]> {
  const counts: Count[] = [];
  for (const filter of filters) {
    const alternatives = await limitToSearch(scope, filter, matchLeads(filter));
    const selects = alternatives.map(
      (one) => sql`(
        select l.id from leadline.leads l where l.account_id = ${scope.accountId} and ${one} limit ${MAX_COUNTED + 1})`,
    );
    if (selects.length === 0) {
      counts.push(NONE);
      continue;
    }
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count
      from (select l.id from (${sql.join(selects, sql` union all `)}) l limit ${MAX_COUNTED + 1}) m`.execute(
      scope.transaction,
    );
    const { count = 0 } = rows[0] ?? {};
    counts.push({ count: Math.min(count, MAX_COUNTED), is_capped: count > MAX_COUNTED });
  }
  return counts;
}

/** Other sources of the account follow, so that they can be chosen too. */
function withMissing(counted: readonly Facet[], sources: readonly string[]): Facet[] {
  const known = new Set(counted.map(({ value }) => value));
  return [...counted, ...sources.filter((value) => !known.has(value)).map((value) => ({ value, count: 0 }))];
}
