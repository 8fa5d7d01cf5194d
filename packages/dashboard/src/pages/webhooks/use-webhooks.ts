// Queries and mutations for endpoints. Owners only, because a URL may itself be a secret.

import type { Endpoint, EndpointBody, EndpointChanges } from '@leadline/contract';
import { fillPath, PATHS } from '@leadline/contract/paths';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';

export type NewEndpoint = Endpoint & { readonly secret: string };

export const endpointsQuery = queryOptions({
  queryKey: queryKeys.webhooks,
  queryFn: async ({ signal }) => {
    const { data } = await call('GET', PATHS.webhooks, undefined, { signal });
    return data;
  },
  // Polls, so that people see without reloading when an endpoint starts failing or is switched off.
  refetchInterval: 10_000,
});

/** Returns the promise so that buttons stay in their loading state until the change is visible. */
export function refreshWebhooks(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: queryKeys.webhooks });
}

export function useCreateEndpoint() {
  return useMutation({
    mutationFn: async (body: EndpointBody) => (await call('POST', PATHS.webhooks, body)).data,
    onSuccess: refreshWebhooks,
  });
}

export function useChangeEndpoint(webhookId: string) {
  return useMutation({
    mutationFn: (changes: EndpointChanges) =>
      call('PATCH', fillPath(PATHS.webhookEndpoint, { id: webhookId }), changes),
    onSuccess: refreshWebhooks,
  });
}

/** Calls `onDeleted` before the list changes, because the endpoint's page disappears with it. */
export function useDeleteEndpoint(webhookId: string, onDeleted: () => void) {
  return useMutation({
    mutationFn: () => call('DELETE', fillPath(PATHS.webhookEndpoint, { id: webhookId })),
    onSuccess: () => {
      onDeleted();
      queryClient.setQueryData(endpointsQuery.queryKey, (before) =>
        before?.filter(({ webhook_id: id }) => id !== webhookId),
      );
    },
  });
}

export function useRotateSecret(webhookId: string) {
  return useMutation({
    mutationFn: async (graceHours: number) => {
      const path = fillPath(PATHS.webhookRotateSecret, { id: webhookId });
      return (await call('POST', path, { grace_hours: graceHours })).data;
    },
  });
}
