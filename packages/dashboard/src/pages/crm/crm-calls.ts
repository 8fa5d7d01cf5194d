// The connection to a CRM and the log of its runs.

import type { CrmBody, CrmChanges } from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';

const POLL_MS = 3_000;

export const crmQuery = queryOptions({
  queryKey: queryKeys.crm,
  queryFn: async ({ signal }) => (await call('GET', PATHS.crm, undefined, { signal })).data,
  refetchInterval: POLL_MS,
});

export const crmRunsQuery = queryOptions({
  queryKey: queryKeys.crmRuns,
  queryFn: async ({ signal }) => (await call('GET', PATHS.crmRuns, undefined, { signal })).data,
  refetchInterval: POLL_MS,
});

async function refresh(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: queryKeys.crm }),
    queryClient.invalidateQueries({ queryKey: queryKeys.crmRuns }),
  ]);
}

export const useConnectCrm = () =>
  useMutation({ mutationFn: (body: CrmBody) => call('PUT', PATHS.crm, body), onSuccess: refresh });

export const useChangeCrm = () =>
  useMutation({ mutationFn: (changes: CrmChanges) => call('PATCH', PATHS.crm, changes), onSuccess: refresh });

export const useDisconnectCrm = () =>
  useMutation({ mutationFn: () => call('DELETE', PATHS.crm), onSuccess: refresh });

export const useStartCrmRun = () =>
  useMutation({
    mutationFn: (kind: 'sync' | 'preview') => call('POST', PATHS.crmRuns, { kind }),
    onSuccess: refresh,
  });
