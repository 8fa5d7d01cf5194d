// Calls that change, try and publish settings, and what they leave in the cache.

import type {
  AccountSettings,
  AccountSettingsResult,
  RescoreResult,
  RollBackBody,
  SettingsChanges,
  SettingsVersion,
  SettingsVersionList,
} from '@leadline/contract';
import { PATHS } from '@leadline/contract/paths';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { settingsQuery } from '../../../api/settings-query.ts';

const REFRESH_MS = 1_000;

/** A backtest or rescore. */
type Job = NonNullable<RescoreResult['data']>;

export const isMoving = (job: Pick<Job, 'status'> | null | undefined): boolean =>
  job?.status === 'queued' || job?.status === 'running';

export const backtestQuery = queryOptions({
  queryKey: queryKeys.backtest,
  queryFn: ({ signal }) => call('GET', PATHS.settingsBacktest, undefined, { signal }),
  select: ({ data }) => data,
  refetchInterval: ({ state }) => (isMoving(state.data?.data) ? REFRESH_MS : false),
});

export const rescoreQuery = queryOptions({
  queryKey: queryKeys.rescore,
  queryFn: ({ signal }) => call('GET', PATHS.settingsRescore, undefined, { signal }),
  select: ({ data }) => data,
  refetchInterval: ({ state }) => (isMoving(state.data?.data) ? REFRESH_MS : false),
});

export const versionsQuery = infiniteQueryOptions({
  queryKey: queryKeys.settingsVersions,
  queryFn: ({ pageParam, signal }) => loadVersions(pageParam, signal),
  initialPageParam: null as number | null,
  getNextPageParam: ({ next_before }) => next_before,
  select: ({ pages }): readonly SettingsVersion[] => pages.flatMap(({ data }) => data),
});

/** What one version changes. Version 0 are the defaults. */
export const versionQuery = (version: number) =>
  queryOptions({
    queryKey: queryKeys.settingsVersion(version),
    queryFn: async ({ signal }): Promise<SettingsChanges> => {
      if (version === 0) return {};
      const { data } = await loadVersions(version + 1, signal);
      return data.find((listed) => listed.version === version)?.changes ?? {};
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

function loadVersions(before: number | null, signal: AbortSignal): Promise<SettingsVersionList> {
  const query = new URLSearchParams(before === null ? {} : { before: String(before) });
  return call('GET', `${PATHS.settingsVersions}?${query}`, undefined, { signal });
}

export async function loadSettings(): Promise<AccountSettings> {
  return (await queryClient.fetchQuery({ ...settingsQuery, staleTime: 0 })).data;
}

/** Null discards the draft. */
export async function saveDraft(revision: number, changes: SettingsChanges | null): Promise<AccountSettings> {
  const { data: draft } = await call('PUT', PATHS.settingsDraft, { revision, changes });
  queryClient.setQueryData<AccountSettingsResult>(
    queryKeys.settings,
    (known) => known && { ...known, data: { ...known.data, draft } },
  );
  const saved = queryClient.getQueryData<AccountSettingsResult>(queryKeys.settings);
  return saved?.data ?? loadSettings();
}

export async function startBacktest(draftRevision: number): Promise<void> {
  const started = await call('POST', PATHS.settingsBacktest, {
    draft_revision: draftRevision,
  });
  queryClient.setQueryData(queryKeys.backtest, started);
}

export async function startRescore(): Promise<void> {
  queryClient.setQueryData(queryKeys.rescore, await call('POST', PATHS.settingsRescore));
}

export interface Publication {
  /** The live version that was seen. */
  readonly version: number;
  readonly draftRevision: number;
  readonly note: string;
}

export async function publishDraft({ version, draftRevision, note }: Publication): Promise<SettingsVersion> {
  const body = { version, draft_revision: draftRevision, note };
  const { data } = await call('POST', PATHS.settingsPublish, body);
  refreshVersions();
  return data;
}

export async function rollBack(body: RollBackBody): Promise<SettingsVersion> {
  const { data } = await call('POST', PATHS.settingsRollback, body);
  refreshVersions();
  return data;
}

function refreshVersions(): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.settingsVersions });
  void queryClient.invalidateQueries({ queryKey: queryKeys.allAudit });
}
