// The leads, or a message if there are none. Listens for updates in every state, so that none are lost in between.

import type { ListedLead } from '@leadline/contract';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { ErrorState } from '../../components/error-state.tsx';
import type { LeadChange } from '../../work/work-change.ts';
import type { View } from './belongs.ts';
import { inColumns } from './board-columns.ts';
import { sortBy } from './filters.ts';
import { GridSkeleton } from './grid-skeleton.tsx';
import { LeadList } from './lead-list.tsx';
import { useArrivals } from './use-arrivals.ts';
import type { SetFilters } from './use-filters.ts';

interface InboxBodyProps {
  readonly view: View;
  /** The filters as a query string. */
  readonly viewKey: string;
  /** Changes when anybody has worked on leads; null if unknown. */
  readonly workMark: string | null;
  /** Null until they are loaded. */
  readonly leads: readonly ListedLead[] | null;
  readonly query: UseInfiniteQueryResult;
  readonly onFilter: SetFilters;
  readonly onWork: (leads: readonly ListedLead[], change: LeadChange) => void;
}

/** Most lists have leads. */
const EmptyInbox = lazy(async () => ({ default: (await import('./empty-inbox.tsx')).EmptyInbox }));
const NONE: readonly ListedLead[] = [];

export function InboxBody(props: InboxBodyProps) {
  const { view, viewKey, workMark, leads, query, onFilter, onWork } = props;
  const { filters } = view;
  const [isInUse, setInUse] = useState(false);
  const arrivals = useArrivals({
    view,
    workMark,
    leads: leads ?? NONE,
    isFetching: query.isFetching,
    isInUse,
  });

  if (leads === null) {
    if (!query.isError) return <GridSkeleton />;
    return (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
    );
  }
  if (leads.length === 0 && !query.hasNextPage)
    return (
      <Suspense>
        <EmptyInbox filters={filters} onFilter={onFilter} />
      </Suspense>
    );
  return (
    <LeadList
      filters={filters}
      view={viewKey}
      leads={filters.isBoard ? inColumns(leads) : leads}
      arrivals={arrivals}
      isBusy={query.isPlaceholderData}
      more={{
        hasMore: query.hasNextPage && !query.isPlaceholderData,
        isLoading: query.isFetching,
        failure: query.isFetchNextPageError ? query.error : null,
        load: () => void query.fetchNextPage(),
      }}
      onUse={setInUse}
      onSort={(order) => onFilter(sortBy(filters, order))}
      onWork={onWork}
    />
  );
}
