// Records an outcome of leads of the list: shown at once, sent then, and taken back where the server refuses. No hook,
// because undoing must work after the page is left.

import type { ListedLead, Outcome, OutcomesResult } from '@leadline/contract';
import { MAX_OUTCOMES_PER_REQUEST } from '@leadline/contract/limits';
import { fillPath, PATHS } from '@leadline/contract/paths';
import { ApiFailure, call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import type { Filters } from './filters.ts';
import { inboxKey } from './inbox-query.ts';
import { belongsTo, dropLeads, type HowItEnded, type LoadedPages, placeLeads } from './lead-pages.ts';

export interface Decision {
  readonly outcome: Outcome;
  /** Of one lead only, as is the moment; without one it is now. */
  readonly amount?: number;
  readonly at?: string;
  readonly reason?: string;
}

export interface Decided {
  /** As they were before. */
  readonly done: readonly ListedLead[];
  /** Deleted meanwhile. */
  readonly gone: readonly ListedLead[];
  readonly undone: readonly ListedLead[];
  /** Why the undone are undone. */
  readonly failure: unknown;
}

const underWay = new Set<string>();

/** What the server says of these is older than what is shown. */
export function isBeingDecided(leadId: string): boolean {
  return underWay.has(leadId);
}

export async function decideLeads(
  filters: Filters,
  leads: readonly ListedLead[],
  decision: Decision,
): Promise<Decided> {
  const queryKey = inboxKey(filters);
  const tab = filters.outcome;
  const change = (update: (loaded: LoadedPages) => LoadedPages): void => {
    queryClient.setQueryData<LoadedPages>(queryKey, (loaded) => loaded && update(loaded));
  };
  for (const { lead_id } of leads) underWay.add(lead_id);
  // An answer that is on its way would show the leads as they were.
  const wasAsking = queryClient.getQueryState(queryKey)?.fetchStatus === 'fetching';
  await queryClient.cancelQueries({ queryKey });
  change((loaded) =>
    belongsTo(tab, decision.outcome)
      ? placeLeads(
          loaded,
          leads.map((lead) => ({ ...lead, ...showDecision(decision) })),
          tab,
        )
      : dropLeads(loaded, idsOf(leads)),
  );

  const decided = await sendAll(leads, decision);
  if (decided.gone.length > 0) change((loaded) => dropLeads(loaded, idsOf(decided.gone)));
  if (decided.undone.length > 0) change((loaded) => placeLeads(loaded, decided.undone, tab));
  for (const { lead_id } of leads) underWay.delete(lead_id);
  for (const { lead_id } of decided.done)
    void queryClient.invalidateQueries({ queryKey: queryKeys.lead(lead_id) });
  // Other lists are asked for again when they are gone to, or now if one is shown instead.
  void queryClient.invalidateQueries({
    queryKey: queryKeys.allInboxes,
    predicate: (query) => wasAsking || query.queryKey[1] !== queryKey[1],
  });
  return decided;
}

/** As the server will tell it. */
function showDecision({ outcome, at, amount, reason }: Decision): HowItEnded {
  if (outcome === 'open') return { outcome, decided: null };
  const now = new Date().toISOString();
  const said = { amount: amount ?? null, reason: reason ?? null };
  return { outcome, decided: { outcome, at: at ?? now, ...said, recorded_at: now, recorded_by: null } };
}

function idsOf(leads: readonly ListedLead[]): ReadonlySet<string> {
  return new Set(leads.map(({ lead_id }) => lead_id));
}

/** Stops at the first refusal: the next would be refused as well. */
async function sendAll(leads: readonly ListedLead[], decision: Decision): Promise<Decided> {
  const done: ListedLead[] = [];
  const gone: ListedLead[] = [];
  for (let from = 0; from < leads.length; from += MAX_OUTCOMES_PER_REQUEST) {
    const some = leads.slice(from, from + MAX_OUTCOMES_PER_REQUEST);
    try {
      const unknown = await send(some, decision);
      for (const lead of some) (unknown.has(lead.lead_id) ? gone : done).push(lead);
    } catch (failure) {
      return { done, gone, undone: leads.slice(from), failure };
    }
  }
  return { done, gone, undone: [], failure: null };
}

/** Gives back the ids the server does not know. As a mutation, so that a session that ended is noticed. */
async function send(leads: readonly ListedLead[], decision: Decision): Promise<ReadonlySet<string>> {
  const mutation = queryClient.getMutationCache().build(queryClient, {
    mutationFn: () =>
      leads.length === 1 ? sendOne(leads[0]?.lead_id ?? '', decision) : sendMany(leads, decision),
  });
  return mutation.execute(undefined);
}

async function sendOne(leadId: string, decision: Decision): Promise<ReadonlySet<string>> {
  try {
    await call('POST', fillPath(PATHS.leadOutcome, { id: leadId }), decision);
    return new Set();
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return new Set([leadId]);
    throw error;
  }
}

async function sendMany(
  leads: readonly ListedLead[],
  { outcome, reason }: Decision,
): Promise<ReadonlySet<string>> {
  const body = {
    lead_ids: leads.map(({ lead_id }) => lead_id),
    outcome,
    ...(reason === undefined ? {} : { reason }),
  };
  const { data } = await call<OutcomesResult>('POST', PATHS.outcomes, body);
  return new Set(data.unknown);
}
