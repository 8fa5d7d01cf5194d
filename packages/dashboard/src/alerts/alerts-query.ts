// What the user wants to be alerted about in this account.

import { PATHS } from '@leadline/contract/paths';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/query-keys.ts';

export const alertsQuery = queryOptions({
  queryKey: queryKeys.alerts,
  queryFn: ({ signal }) => call('GET', PATHS.alerts, undefined, { signal }),
  select: ({ data }) => data,
  staleTime: 5 * 60_000,
});
