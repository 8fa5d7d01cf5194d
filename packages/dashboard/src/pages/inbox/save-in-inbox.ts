// Records an outcome for leads in the list. Shows it right away, then sends it, and reverts it if the server rejects
// it. Not a hook, because undo has to work after leaving the page.

import type { ListedLead } from '@leadline/contract';
import { queryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import type { OutcomeChange, OutcomeResult } from '../../outcomes/outcome-change.ts';
import { sendOutcome } from '../../outcomes/send-outcome.ts';
import type { Filters } from './filters.ts';
import { inboxKey } from './inbox-query.ts';
import { belongsTo, dropLeads, type LeadOutcome, type LoadedPages, placeLeads } from './lead-pages.ts';

const saving = new Set<string>();

/** While an outcome is being saved, the server's data for the lead is older than what is on screen. */
export function isSavingOutcome(leadId: string): boolean {
  return saving.has(leadId);
}

export async function saveInInbox(
  filters: Filters,
  leads: readonly ListedLead[],
  change: OutcomeChange,
): Promise<OutcomeResult<ListedLead>> {
  const queryKey = inboxKey(filters);
  const tab = filters.outcome;
  const update = (transform: (loaded: LoadedPages) => LoadedPages): void => {
    queryClient.setQueryData<LoadedPages>(queryKey, (loaded) => loaded && transform(loaded));
  };
  for (const { lead_id } of leads) saving.add(lead_id);
  // A response already on its way would bring back the old state of the leads.
  const wasFetching = queryClient.getQueryState(queryKey)?.fetchStatus === 'fetching';
  await queryClient.cancelQueries({ queryKey });
  update((loaded) =>
    belongsTo(tab, change.outcome)
      ? placeLeads(
          loaded,
          leads.map((lead) => ({ ...lead, ...toLeadOutcome(change) })),
          tab,
        )
      : dropLeads(loaded, idsOf(leads)),
  );

  const result = await sendOutcome(leads, change);
  if (result.missing.length > 0) update((loaded) => dropLeads(loaded, idsOf(result.missing)));
  if (result.failed.length > 0) update((loaded) => placeLeads(loaded, result.failed, tab));
  for (const { lead_id } of leads) saving.delete(lead_id);
  for (const { lead_id } of result.recorded)
    void queryClient.invalidateQueries({ queryKey: queryKeys.lead(lead_id) });
  // Other lists are refetched when they are next opened, or right away if one is already on screen.
  void queryClient.invalidateQueries({
    queryKey: queryKeys.allInboxes,
    predicate: (query) => wasFetching || query.queryKey[1] !== queryKey[1],
  });
  return result;
}

/** What the server is going to return for the lead. */
function toLeadOutcome({ outcome, at, amount, reason }: OutcomeChange): LeadOutcome {
  if (outcome === 'open') return { outcome, decided: null };
  const now = new Date().toISOString();
  const details = { amount: amount ?? null, reason: reason ?? null };
  return { outcome, decided: { outcome, at: at ?? now, ...details, recorded_at: now, recorded_by: null } };
}

function idsOf(leads: readonly ListedLead[]): ReadonlySet<string> {
  return new Set(leads.map(({ lead_id }) => lead_id));
}
