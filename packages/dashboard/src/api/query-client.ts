// The query cache. Client errors (4xx) are final; network failures and server errors (5xx) are retried.

import { LeadlineError } from '@leadline/sdk/core';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';

const MAX_RETRIES = 2;

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSignOut }),
  mutationCache: new MutationCache({ onError: noticeSignOut }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: true,
      // When offline, fail immediately with a message instead of hanging.
      networkMode: 'always',
      retry: (failures, error) => failures < MAX_RETRIES && isWorthRetrying(error),
      retryDelay: (failures, error) =>
        error instanceof LeadlineError && error.retryAfterSeconds !== null
          ? Math.min(error.retryAfterSeconds, 10) * 1_000
          : 500 * 2 ** failures,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** Any request can reveal that the session has ended or that the account now requires two-factor sign-in; reloading the
 * session redirects to the right page. */
function noticeSignOut(error: Error): void {
  if (error instanceof LeadlineError && (error.status === 401 || error.code === 'two_factor_required')) {
    void queryClient.invalidateQueries({ queryKey: queryKeys.session });
  }
}

function isWorthRetrying(error: Error): boolean {
  return !(error instanceof LeadlineError) || error.status === null || error.status >= 500;
}
