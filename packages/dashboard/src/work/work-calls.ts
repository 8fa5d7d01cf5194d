// The requests that change the work on leads. They run as mutations, so that an expired session is detected.

import type { BulkWorkResult, WorkBody, WorkResult } from '@leadline/contract';
import { fillPath, PATHS } from '@leadline/contract/paths';
import { type CallOptions, call } from '../api/call.ts';
import { queryClient } from '../api/query-client.ts';

type Mode = CallOptions['mode'];

export async function changeLead(leadId: string, body: WorkBody, mode?: Mode): Promise<WorkResult['data']> {
  const path = fillPath(PATHS.lead, { id: leadId });
  return (await mutate(() => call<WorkResult>('PATCH', path, body, { mode }))).data;
}

/** At most MAX_LEADS_PER_CHANGE leads. */
export async function changeLeads(
  leadIds: readonly string[],
  body: WorkBody,
  mode?: Mode,
): Promise<BulkWorkResult['data']> {
  const request = { lead_ids: leadIds, ...body };
  return (await mutate(() => call<BulkWorkResult>('PATCH', PATHS.leads, request, { mode }))).data;
}

function mutate<T>(mutationFn: () => Promise<T>): Promise<T> {
  return queryClient.getMutationCache().build(queryClient, { mutationFn }).execute(undefined);
}
