// Endpoints and what can be done with them. An address may be a secret in itself, so all of it is for owners.

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
    const { data } = await call<{ data: Endpoint[] }>('GET', PATHS.webhooks, undefined, { signal });
    return data;
  },
  // One that begins to fail, or is switched off, says so by itself.
  refetchInterval: 10_000,
});

/** A promise, so that a button waits until what it changed is shown. */
export function refreshWebhooks(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: queryKeys.webhooks });
}

export function useCreateEndpoint() {
  return useMutation({
    mutationFn: async (body: EndpointBody) =>
      (await call<{ data: NewEndpoint }>('POST', PATHS.webhooks, body)).data,
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

/** `onDeleted` comes before the list changes: whoever shows the endpoint is gone after that. */
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
      return (await call<{ data: NewEndpoint }>('POST', path, { grace_hours: graceHours })).data;
    },
  });
}
