// Calls that read, train and change the model, and what they leave in the cache.

import type {
  AccountModel,
  AccountModelResult,
  ModelBody,
  ModelRollBackBody,
  ModelVersion,
} from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { LeadlineError } from '@leadline/sdk/core';
import { notifications } from '@mantine/notifications';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { queryKeys } from '../../../api/query-keys.ts';

const REFRESH_MS = 1_000;

export const isTraining = ({ training }: Pick<AccountModel, 'training'>): boolean =>
  training?.status === 'queued' || training?.status === 'running';

export const modelQuery = queryOptions({
  queryKey: queryKeys.model,
  queryFn: ({ signal }) => call('GET', PATHS.model, undefined, { signal }),
  select: ({ data }) => data,
  refetchInterval: ({ state: { data } }) =>
    data !== undefined && isTraining(data.data) ? REFRESH_MS : false,
});

export const modelVersionsQuery = infiniteQueryOptions({
  queryKey: queryKeys.modelVersions,
  queryFn: ({ pageParam, signal }) => {
    const query = new URLSearchParams(pageParam === null ? {} : { before: String(pageParam) });
    return call('GET', `${PATHS.modelVersions}?${query}`, undefined, { signal });
  },
  initialPageParam: null as number | null,
  getNextPageParam: ({ next_before }) => next_before,
  select: ({ pages }): readonly ModelVersion[] => pages.flatMap(({ data }) => data),
});

export async function startTraining(): Promise<void> {
  keep(await call('POST', PATHS.modelTrain));
}

export async function changeModel(body: ModelBody): Promise<AccountModel> {
  return keep(await call('PUT', PATHS.model, body));
}

export async function rollBackModel(body: ModelRollBackBody): Promise<AccountModel> {
  return keep(await call('POST', PATHS.modelRollback, body));
}

/** Shows what somebody else has published. Returns false if something else went wrong. */
export function showConflict(error: unknown): boolean {
  if (!(error instanceof LeadlineError) || error.code !== 'changed_meanwhile') return false;
  void queryClient.invalidateQueries({ queryKey: queryKeys.model });
  refreshVersions();
  notifications.show({
    color: 'red',
    message: 'Somebody else has changed the model in the meantime. The page now shows their version.',
  });
  return true;
}

export function refreshVersions(): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.modelVersions });
  void queryClient.invalidateQueries({ queryKey: queryKeys.allAudit });
}

function keep(result: AccountModelResult): AccountModel {
  queryClient.setQueryData(queryKeys.model, result);
  refreshVersions();
  return result.data;
}
