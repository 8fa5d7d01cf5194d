// The latest requests, refreshed every two seconds while the page is visible.

import { PATHS } from '@leadline/contract/paths';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';

export type Shown = 'all' | 'taken' | 'refused';

const REFRESH_MS = 2_000;
const REFRESH_AFTER_FAILURE_MS = 10_000;

export const receivedQuery = (shown: Shown) =>
  queryOptions({
    queryKey: queryKeys.received(shown),
    queryFn: ({ signal }) => {
      const query = new URLSearchParams(shown === 'all' ? {} : { status: shown });
      return call('GET', `${PATHS.received}?${query}`, undefined, { signal });
    },
    select: (answer) => answer.data,
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.status === 'error' ? REFRESH_AFTER_FAILURE_MS : REFRESH_MS),
  });
