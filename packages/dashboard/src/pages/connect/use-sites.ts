// The account's own sites, which its forms may redirect to.

import { PATHS } from '@leadline/contract/paths';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';

export function useSites() {
  return useQuery({
    queryKey: queryKeys.allowedOrigins,
    queryFn: ({ signal }) => call('GET', PATHS.accountOrigins, undefined, { signal }),
    select: ({ data }) => data.origins,
  });
}
