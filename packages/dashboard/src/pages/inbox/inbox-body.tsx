// The leads, or a message if there are none. Listens for updates in every state, so that none are lost in between.

import type { ListedLead } from '@leadline/contract';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '../../components/error-state.tsx';
import type { OutcomeChange } from '../../outcomes/outcome-change.ts';
import { EmptyInbox } from './empty-inbox.tsx';
import type { Filters } from './filters.ts';
import { GridSkeleton } from './grid-skeleton.tsx';
import { LeadList } from './lead-list.tsx';
import { useArrivals } from './use-arrivals.ts';
import type { SetFilters } from './use-filters.ts';

interface InboxBodyProps {
  /** The filters as a query string. */
  readonly view: string;
  readonly filters: Filters;
  /** Null until they are loaded. */
  readonly leads: readonly ListedLead[] | null;
  readonly query: UseInfiniteQueryResult;
  readonly onFilter: SetFilters;
  readonly onRecord: (leads: readonly ListedLead[], change: OutcomeChange) => Promise<void>;
}

const NONE: readonly ListedLead[] = [];

export function InboxBody({ view, filters, leads, query, onFilter, onRecord }: InboxBodyProps) {
  const [isInUse, setInUse] = useState(false);
  const arrivals = useArrivals({ filters, leads: leads ?? NONE, isFetching: query.isFetching, isInUse });

  if (leads === null) {
    if (!query.isError) return <GridSkeleton />;
    return (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
    );
  }
  if (leads.length === 0 && !query.hasNextPage) return <EmptyInbox filters={filters} onFilter={onFilter} />;
  return (
    <LeadList
      tab={filters.outcome}
      view={view}
      leads={leads}
      arrivals={arrivals}
      isBusy={query.isPlaceholderData}
      more={{
        hasMore: query.hasNextPage && !query.isPlaceholderData,
        isLoading: query.isFetching,
        failure: query.isFetchNextPageError ? query.error : null,
        load: () => void query.fetchNextPage(),
      }}
      onUse={setInUse}
      onRecord={onRecord}
    />
  );
}
