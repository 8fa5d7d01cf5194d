// Records an outcome on the server, for one lead or many.

import type { OutcomesResult } from '@leadline/contract';
import { MAX_OUTCOMES_PER_REQUEST } from '@leadline/contract/limits';
import { fillPath, PATHS } from '@leadline/contract/paths';
import { ApiFailure, type CallOptions, call } from '../api/call.ts';
import { queryClient } from '../api/query-client.ts';
import type { OutcomeChange, OutcomeLead, OutcomeResult } from './outcome-change.ts';

/** Stops at the first failure, because the next request would most likely fail too. */
export async function sendOutcome<L extends OutcomeLead>(
  leads: readonly L[],
  change: OutcomeChange,
  mode?: CallOptions['mode'],
): Promise<OutcomeResult<L>> {
  const recorded: L[] = [];
  const missing: L[] = [];
  for (let from = 0; from < leads.length; from += MAX_OUTCOMES_PER_REQUEST) {
    const batch = leads.slice(from, from + MAX_OUTCOMES_PER_REQUEST);
    try {
      const unknown = await sendBatch(batch, change, mode);
      for (const lead of batch) (unknown.has(lead.lead_id) ? missing : recorded).push(lead);
    } catch (failure) {
      return { recorded, missing, failed: leads.slice(from), failure };
    }
  }
  return { recorded, missing, failed: [], failure: null };
}

/** Returns the IDs the server doesn't know. Runs as a mutation, so that an expired session is detected. */
async function sendBatch(
  leads: readonly OutcomeLead[],
  change: OutcomeChange,
  mode: CallOptions['mode'],
): Promise<ReadonlySet<string>> {
  const [only] = leads;
  const mutation = queryClient.getMutationCache().build(queryClient, {
    mutationFn: () =>
      leads.length === 1 && only !== undefined
        ? sendOne(only.lead_id, change, mode)
        : sendMany(leads, change, mode),
  });
  return mutation.execute(undefined);
}

async function sendOne(
  leadId: string,
  change: OutcomeChange,
  mode: CallOptions['mode'],
): Promise<ReadonlySet<string>> {
  try {
    await call('POST', fillPath(PATHS.leadOutcome, { id: leadId }), change, { mode });
    return new Set();
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return new Set([leadId]);
    throw error;
  }
}

async function sendMany(
  leads: readonly OutcomeLead[],
  { outcome, reason }: OutcomeChange,
  mode: CallOptions['mode'],
): Promise<ReadonlySet<string>> {
  const body = {
    lead_ids: leads.map(({ lead_id }) => lead_id),
    outcome,
    ...(reason === undefined ? {} : { reason }),
  };
  const { data } = await call<OutcomesResult>('POST', PATHS.outcomes, body, { mode });
  return new Set(data.unknown);
}
