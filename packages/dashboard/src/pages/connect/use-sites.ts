// The account's own sites, which its forms may redirect to. Only owners can read them.

import type { AllowedOriginsResult } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useCan } from '../../session/use-session.ts';

export function useSites() {
  return useQuery({
    queryKey: queryKeys.allowedOrigins,
    queryFn: ({ signal }) => call<AllowedOriginsResult>('GET', PATHS.accountOrigins, undefined, { signal }),
    select: ({ data }) => data.origins,
    enabled: useCan('owner'),
  });
}
