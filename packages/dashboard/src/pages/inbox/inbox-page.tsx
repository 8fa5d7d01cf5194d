// The inbox: open leads sorted by priority, each with the reason for its score.

import type { ListedLead } from '@leadline/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { PageHeader } from '../../components/page-header.tsx';
import { announceFailure } from '../../outcomes/announce.tsx';
import type { OutcomeChange } from '../../outcomes/outcome-change.ts';
import { useOutcomes } from '../../outcomes/use-outcomes.tsx';
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts';
import { FilterBar } from './filter-bar.tsx';
import { writeFilters } from './filters.ts';
import { Freshness } from './freshness.tsx';
import { InboxBody } from './inbox-body.tsx';
import { inboxQuery } from './inbox-query.ts';
import { flattenPages } from './lead-pages.ts';
import { OutcomeTabs } from './outcome-tabs.tsx';
import { saveInInbox } from './save-in-inbox.ts';
import { useFilters } from './use-filters.ts';

const MAX_SOURCES = 100;

export function InboxPage() {
  const [filters, setFilters] = useFilters();
  const view = writeFilters(filters).toString();
  const query = useInfiniteQuery(inboxQuery(filters));
  const outcomes = useOutcomes<ListedLead>((leads, change) => saveInInbox(filters, leads, change));
  const leads = useMemo(() => (query.data === undefined ? null : flattenPages(query.data)), [query.data]);
  const sources = useMemo(() => listSources(leads ?? []), [leads]);
  const searchInput = useRef<HTMLInputElement>(null);
  useShortcuts('Inbox', [
    { keys: '/', label: 'Search leads', run: () => searchInput.current?.select() },
    { keys: 'u', label: 'Undo last outcome', run: outcomes.undoLast },
  ]);

  async function record(targets: readonly ListedLead[], change: OutcomeChange): Promise<void> {
    const result = await outcomes.record(targets, change);
    announceFailure(result, () => void record(result.failed, change));
  }

  return (
    <>
      <PageHeader
        title="Inbox"
        actions={<Freshness loaded={leads?.length ?? null} hasMore={query.hasNextPage} />}
      />
      <OutcomeTabs filters={filters} />
      <FilterBar filters={filters} onChange={setFilters} searchInput={searchInput} sources={sources} />
      <InboxBody
        key={view}
        view={view}
        filters={filters}
        leads={leads}
        query={query}
        onFilter={setFilters}
        onRecord={record}
      />
    </>
  );
}

/** Suggestions for the source filter. */
function listSources(leads: readonly { readonly source: string }[]): readonly string[] {
  const sources = new Set(leads.map(({ source }) => source).filter((source) => source !== ''));
  return [...sources].sort().slice(0, MAX_SOURCES);
}
