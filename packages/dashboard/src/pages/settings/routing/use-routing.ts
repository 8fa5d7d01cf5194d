// Loads, tries and saves routing rules.

import type { Routing, RoutingRuleBody } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';

export const routingQuery = queryOptions({
  queryKey: queryKeys.routing,
  queryFn: ({ signal }) => call('GET', PATHS.routing, undefined, { signal }),
  select: ({ data }) => data,
});

/** What the rules would have done with the leads of last week. */
export function usePreview(rules: readonly RoutingRuleBody[]) {
  return useQuery({
    queryKey: queryKeys.routingPreview(JSON.stringify(rules)),
    queryFn: ({ signal }) => call('POST', PATHS.routingPreview, { rules }, { signal }),
    select: ({ data }) => data,
    placeholderData: keepPreviousData,
  });
}

export function useSaveRouting(onSaved: (saved: Routing) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { version: number; rules: readonly RoutingRuleBody[] }) =>
      call('PUT', PATHS.routing, body),
    onSuccess: (answer) => {
      queryClient.setQueryData(queryKeys.routing, answer);
      onSaved(answer.data);
    },
  });
}
