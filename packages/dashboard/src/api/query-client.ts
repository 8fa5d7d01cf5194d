// What is asked of the API is kept here. A refusal (4xx) is final; silence and 5xx are tried again.

import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './call.ts';
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
      // Offline, a request fails at once with words; waiting in silence would look broken.
      networkMode: 'always',
      retry: (failures, error) => failures < MAX_RETRIES && isWorthRetrying(error),
      retryDelay: (failures, error) =>
        error instanceof ApiFailure && error.retryAfterSeconds !== null
          ? Math.min(error.retryAfterSeconds, 10) * 1_000
          : 500 * 2 ** failures,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** A session that ended shows itself by any request; asking again who is signed in leads to sign-in. */
function noticeSignOut(error: Error): void {
  if (error instanceof ApiFailure && error.status === 401) {
    void queryClient.invalidateQueries({ queryKey: queryKeys.session });
  }
}

function isWorthRetrying(error: Error): boolean {
  return !(error instanceof ApiFailure) || error.status === 0 || error.status >= 500;
}
