// Endpoints and what can be done with them. An address may be a secret in itself, so all of it is for owners.

import type { Endpoint, EndpointBody, EndpointChanges } from '@leadline/contract';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';

export type NewEndpoint = Endpoint & { readonly secret: string };

export const endpointsQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async ({ signal }) => {
    const { data } = await call<{ data: Endpoint[] }>('GET', '/api/webhooks', undefined, { signal });
    return data;
  },
  // One that begins to fail, or is switched off, says so by itself.
  refetchInterval: 10_000,
});

export function webhookPath(webhookId: string): string {
  return `/api/webhooks/${encodeURIComponent(webhookId)}`;
}

/** A promise, so that a button waits until what it changed is shown. */
export function refreshWebhooks(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['webhooks'] });
}

export function useCreateEndpoint() {
  return useMutation({
    mutationFn: async (body: EndpointBody) =>
      (await call<{ data: NewEndpoint }>('POST', '/api/webhooks', body)).data,
    onSuccess: refreshWebhooks,
  });
}

export function useChangeEndpoint(webhookId: string) {
  return useMutation({
    mutationFn: (changes: EndpointChanges) => call('PATCH', webhookPath(webhookId), changes),
    onSuccess: refreshWebhooks,
  });
}

/** `onDeleted` comes before the list changes: whoever shows the endpoint is gone after that. */
export function useDeleteEndpoint(webhookId: string, onDeleted: () => void) {
  return useMutation({
    mutationFn: () => call('DELETE', webhookPath(webhookId)),
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
      const path = `${webhookPath(webhookId)}/rotate-secret`;
      return (await call<{ data: NewEndpoint }>('POST', path, { grace_hours: graceHours })).data;
    },
  });
}
