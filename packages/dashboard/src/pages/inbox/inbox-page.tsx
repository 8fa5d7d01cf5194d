// The inbox: the leads to work on, sorted by priority, each with the reason for its score.

import type { ListedLead } from '@leadline/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { PageHeader } from '../../components/page-header.tsx';
import { useSession } from '../../session/use-session.ts';
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts';
import { undoLast } from '../../work/undo.tsx';
import { useWork } from '../../work/use-work.tsx';
import type { View } from './belongs.ts';
import { FilterBar } from './filter-bar.tsx';
import { writeFilters } from './filters.ts';
import { Freshness } from './freshness.tsx';
import { InboxActions } from './inbox-actions.tsx';
import { InboxBody } from './inbox-body.tsx';
import { inboxQuery } from './inbox-query.ts';
import { InboxTabs } from './inbox-tabs.tsx';
import { flattenPages } from './lead-pages.ts';
import { saveWork } from './save-in-inbox.ts';
import { type Counts, useCounts } from './use-counts.ts';
import { useFilters } from './use-filters.ts';

const NO_SOURCES: readonly string[] = [];

export function InboxPage() {
  const [filters, setFilters] = useFilters();
  const { user } = useSession();
  const view: View = { filters, me: user?.user_id ?? '' };
  const viewKey = writeFilters(filters).toString();
  const query = useInfiniteQuery(inboxQuery(filters));
  const work = useWork<ListedLead>((leads, change, options) => saveWork(view, leads, change, options));
  const leads = useMemo(() => (query.data === undefined ? null : flattenPages(query.data)), [query.data]);
  const { counts, isPrevious } = useCounts(filters, leads !== null);
  const searchInput = useRef<HTMLInputElement>(null);
  useShortcuts('Inbox', [
    { keys: '/', label: 'Search leads', run: () => searchInput.current?.select() },
    { keys: 'u', label: 'Undo last change', run: undoLast },
    ...(filters.tab === 'in_progress'
      ? [
          {
            keys: 'v',
            label: 'Switch between list and board',
            run: () => setFilters({ ...filters, isBoard: !filters.isBoard }),
          },
        ]
      : []),
  ]);

  return (
    <>
      <PageHeader
        title="Inbox"
        actions={
          <>
            <Freshness
              loaded={leads?.length ?? null}
              hasMore={query.hasNextPage}
              total={isPrevious ? null : (counts?.total ?? null)}
            />
            <InboxActions
              filters={filters}
              sources={counts?.sources.map(({ value }) => value) ?? NO_SOURCES}
            />
          </>
        }
      />
      <InboxTabs filters={filters} counts={counts} />
      <FilterBar filters={filters} counts={counts} onChange={setFilters} searchInput={searchInput} />
      <InboxBody
        // Sorting keeps the list, so that the focus stays on the column header.
        key={writeFilters({ ...filters, order: null }).toString()}
        view={view}
        viewKey={viewKey}
        workMark={counts === null || isPrevious ? null : markWork(counts)}
        leads={leads}
        query={query}
        onFilter={setFilters}
        onWork={(targets, change) => void work(targets, change)}
      />
    </>
  );
}

/** New leads don't change these counts, only work on leads does, and snoozes that end. */
function markWork({ tabs: { in_progress, snoozed, unqualified } }: Counts): string {
  return [in_progress, snoozed, unqualified].map(({ count }) => count).join(' ');
}
