// The business behind the account: currency, time zone and office hours.

import { PATHS } from '@leadline/contract/paths';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { queryKeys } from './query-keys.ts';

export const profileQuery = queryOptions({
  queryKey: queryKeys.profile,
  queryFn: ({ signal }) => call('GET', PATHS.profile, undefined, { signal }),
  select: ({ data }) => data,
  staleTime: 5 * 60_000,
});
