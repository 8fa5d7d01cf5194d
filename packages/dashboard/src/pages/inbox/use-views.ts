// The named filters of the account.

import type { View, ViewBody } from '@leadline/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

const VIEWS = ['views'];

export function useViews() {
  return useQuery({
    queryKey: VIEWS,
    queryFn: ({ signal }) => call<{ data: View[] }>('GET', '/api/views', undefined, { signal }),
    select: ({ data }) => data,
    staleTime: 60_000,
  });
}

export function useSaveView() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (view: ViewBody) => call('POST', '/api/views', view),
    onSettled: () => client.invalidateQueries({ queryKey: VIEWS }),
  });
}

export function useDeleteView() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (viewId: string) => call('DELETE', `/api/views/${encodeURIComponent(viewId)}`),
    onSettled: () => client.invalidateQueries({ queryKey: VIEWS }),
  });
}
