// Queries and mutations for imports.

import type { ColumnMeaning, DateOrder, Import, Preview, StartBody, Status } from '@leadline/contract';
import { fillPath, PATHS } from '@leadline/contract/paths';
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { PAGES } from '../../navigation/page-paths.ts';

export type Mapping = Readonly<Record<string, ColumnMeaning>>;

const REFRESH_MS = 1_000;
const REFRESH_LIST_MS = 5_000;

export function importPage(importId: string): string {
  return `${PAGES.imports}?id=${encodeURIComponent(importId)}`;
}

/** Whether the import is still changing on its own, so it has to be polled. */
export function isMoving({ status }: Import): boolean {
  return ['queued', 'running', 'uploading', 'undoing'].includes(status);
}

export const importsQuery = queryOptions({
  queryKey: queryKeys.importList,
  queryFn: async ({ signal }) => {
    const { data }: { data: Import[] } = await call('GET', PATHS.imports, undefined, { signal });
    return data;
  },
  refetchInterval: ({ state }) => (state.data?.some(isMoving) ? REFRESH_LIST_MS : false),
});

export function importQuery(importId: string) {
  return queryOptions({
    queryKey: queryKeys.import(importId),
    queryFn: async ({ signal }) => {
      const { data }: { data: Import } = await call(
        'GET',
        fillPath(PATHS.import, { id: importId }),
        undefined,
        { signal },
      );
      return data;
    },
    refetchInterval: ({ state }) => (state.data !== undefined && isMoving(state.data) ? REFRESH_MS : false),
  });
}

/** Keyed by the words of the file. */
export type ChosenStatuses = Readonly<Record<string, Status>>;

const NOTHING_CHOSEN: ChosenStatuses = {};

/** The first rows, read using the guessed mapping with these changes applied. */
export function usePreview(
  importId: string,
  changes: Mapping,
  statuses: ChosenStatuses = NOTHING_CHOSEN,
  dateOrder?: DateOrder,
) {
  return useQuery({
    queryKey: queryKeys.importPreview(importId, changes, statuses, dateOrder),
    queryFn: async ({ signal }) => {
      const path = fillPath(PATHS.importPreview, { id: importId });
      const choices = {
        mapping: changes,
        statuses,
        ...(dateOrder === undefined ? {} : { date_order: dateOrder }),
      };
      return (await call('POST', path, choices, { signal })).data;
    },
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  });
}

export interface Uploaded extends Import {
  readonly is_known: boolean;
  readonly preview: Preview | null;
}

export function useChooseSheet(importId: string, onChosen: (chosen: Uploaded) => void) {
  return useMutation({
    mutationFn: (sheet: string) => call('POST', fillPath(PATHS.importSheet, { id: importId }), { sheet }),
    onSuccess: ({ data }) => {
      const { is_known: _, preview, ...job } = data;
      keepUploaded(job, preview);
      onChosen(data);
    },
  });
}

export function useChooseHeader(importId: string) {
  return useMutation({
    mutationFn: (line: number) => call('POST', fillPath(PATHS.importHeader, { id: importId }), { line }),
    onSuccess: ({ data: { is_known: _, preview, ...job } }) => keepUploaded(job, preview),
  });
}

/** Caches the upload's response. */
export function keepUploaded(uploaded: Import, preview: Preview | null): void {
  queryClient.setQueryData(importQuery(uploaded.import_id).queryKey, uploaded);
  if (preview !== null)
    queryClient.setQueryData(queryKeys.importPreview(uploaded.import_id, {}, NOTHING_CHOSEN), preview);
  void refreshList();
}

export function useStartImport(importId: string) {
  return useChange((body: StartBody) => call('POST', fillPath(PATHS.importStart, { id: importId }), body));
}

export function useCancelImport(importId: string) {
  return useChange<undefined>(() => call('POST', fillPath(PATHS.importCancel, { id: importId })));
}

export function useUndoImport(importId: string) {
  return useChange<undefined>(() => call('POST', fillPath(PATHS.importUndo, { id: importId })));
}

function useChange<T>(change: (body: T) => Promise<{ data: Import }>) {
  return useMutation({
    mutationFn: change,
    onSuccess: ({ data }) => {
      queryClient.setQueryData(importQuery(data.import_id).queryKey, data);
      return refreshList();
    },
  });
}

function refreshList(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: importsQuery.queryKey });
}
