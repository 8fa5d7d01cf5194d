// How many leads there are on each tab and for each value of a filter. Loaded after the list, which is more urgent.

import type { LeadCounts } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useLive } from '../../live/use-live.ts';
import { type Filters, toCountsQuery, writeFilters } from './filters.ts';

export type Counts = LeadCounts['data'];

/** Also notices when snoozed leads come back and when colleagues change the status of leads. */
const POLL_MS = 60_000;
/** Keeps a burst of leads from causing a burst of counting. */
const LIVE_DELAY_MS = 3_000;

export interface ShownCounts {
  readonly counts: Counts | null;
  /** Whether they are still those of the previous filters. */
  readonly isPrevious: boolean;
}

export function useCounts(filters: Filters, isListLoaded: boolean): ShownCounts {
  const timer = useRef<number | undefined>(undefined);
  // The order doesn't change how many there are.
  const key = writeFilters({ ...filters, order: null }).toString();
  const { data = null, isPlaceholderData: isPrevious } = useQuery({
    queryKey: queryKeys.inboxCounts(key),
    queryFn: ({ signal }) =>
      call('GET', `${PATHS.leadCounts}?${toCountsQuery(filters, new Date())}`, undefined, {
        signal,
      }),
    select: (answer) => answer.data,
    enabled: isListLoaded,
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
  useLive(() => {
    timer.current ??= window.setTimeout(() => {
      timer.current = undefined;
      void queryClient.invalidateQueries({ queryKey: queryKeys.allInboxCounts });
    }, LIVE_DELAY_MS);
  });
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return { counts: data, isPrevious };
}
