// Calls that read and acknowledge what has shifted in the leads.

import { fillPath, PATHS } from '@leadline/contract/paths';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { queryKeys } from '../../../api/query-keys.ts';

export const driftsQuery = queryOptions({
  queryKey: queryKeys.drifts,
  queryFn: ({ signal }) => call('GET', PATHS.modelDrifts, undefined, { signal }),
  select: ({ data }) => data,
});

export async function acknowledgeDrift(id: string): Promise<void> {
  const result = await call('POST', fillPath(PATHS.acknowledgeDrift, { id }));
  queryClient.setQueryData(queryKeys.drifts, result);
  void queryClient.invalidateQueries({ queryKey: queryKeys.allAudit });
}
