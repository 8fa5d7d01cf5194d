// Saved views: filters that the account has saved under a name.

import type { View, ViewBody } from '@leadline/contract';
import { fillPath, PATHS } from '@leadline/contract/paths';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { readFilters, writeFilters } from './filters.ts';

export function useViews() {
  return useQuery({
    queryKey: queryKeys.views,
    queryFn: ({ signal }) => call('GET', PATHS.views, undefined, { signal }),
    select: ({ data }) => data,
    staleTime: 60_000,
  });
}

export function useSaveView() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (view: ViewBody) => call('POST', PATHS.views, view),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.views }),
  });
}

export function useDeleteView() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (viewId: string) => call('DELETE', fillPath(PATHS.view, { id: viewId })),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.views }),
  });
}

/** Normalized, because older versions of the dashboard may have saved the query in another format. */
export const isViewOf = (view: View, query: string): boolean =>
  writeFilters(readFilters(new URLSearchParams(view.query))).toString() === query;
