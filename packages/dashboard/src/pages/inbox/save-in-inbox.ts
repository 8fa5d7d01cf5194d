// Changes leads in the list. Shows the change right away, then sends it, and reverts it if the server rejects it. Not a
// hook, because undo has to work after leaving the page.

import type { ListedLead, Status } from '@leadline/contract';
import { queryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import type { OutcomeChange, OutcomeResult } from '../../outcomes/outcome-change.ts';
import { sendOutcome } from '../../outcomes/send-outcome.ts';
import { sendWork } from '../../work/send-work.ts';
import { applyWork, type WorkChange, type WorkSent } from '../../work/work-change.ts';
import { belongsTo, type View } from './belongs.ts';
import { orderOf } from './filters.ts';
import { inboxKey } from './inbox-query.ts';
import { dropLeads, type LoadedPages, placeLeads } from './lead-pages.ts';

const saving = new Set<string>();

/** While a change is being saved, the server's data for the lead is older than what is on screen. */
export function isSaving(leadId: string): boolean {
  return saving.has(leadId);
}

let savedAt = Number.NEGATIVE_INFINITY;
/** Longer than it takes to count the leads again. */
const JUST_MS = 10_000;

/** Whether changed counts are most likely our own doing, which the list shows already. */
export function hasJustSaved(): boolean {
  return saving.size > 0 || performance.now() - savedAt < JUST_MS;
}

export function saveOutcome(
  view: View,
  leads: readonly ListedLead[],
  change: OutcomeChange,
): Promise<OutcomeResult<ListedLead>> {
  const changed = leads.map((lead) => ({ ...lead, ...toLeadOutcome(lead, change) }));
  return save(view, leads, changed, async () => {
    const result = await sendOutcome(leads, change);
    return { result, missing: result.missing, unchanged: result.failed };
  });
}

export function saveWork(
  view: View,
  leads: readonly ListedLead[],
  change: WorkChange,
): Promise<WorkSent<ListedLead>> {
  const now = new Date();
  const changed = leads.map((lead) => applyWork(lead, change, now));
  return save(view, leads, changed, async () => {
    const result = await sendWork(leads, change);
    // Conflicts are put back only to be reloaded, which shows what somebody else has done.
    const unchanged = [...result.failed, ...result.conflicts];
    return { result, missing: result.missing, unchanged, isOutdated: result.conflicts.length > 0 };
  });
}

interface Sent<R> {
  readonly result: R;
  readonly missing: readonly ListedLead[];
  readonly unchanged: readonly ListedLead[];
  /** Whether the list itself has to be reloaded. */
  readonly isOutdated?: boolean;
}

async function save<R>(
  view: View,
  leads: readonly ListedLead[],
  changed: readonly ListedLead[],
  send: () => Promise<Sent<R>>,
): Promise<R> {
  const queryKey = inboxKey(view.filters);
  const order = orderOf(view.filters);
  const update = (transform: (loaded: LoadedPages) => LoadedPages): void => {
    queryClient.setQueryData<LoadedPages>(queryKey, (loaded) => loaded && transform(loaded));
  };
  for (const { lead_id } of leads) saving.add(lead_id);
  // A response already on its way would bring back the old state of the leads.
  const wasFetching = queryClient.getQueryState(queryKey)?.fetchStatus === 'fetching';
  await queryClient.cancelQueries({ queryKey });
  const now = new Date();
  update((loaded) =>
    placeLeads(
      dropLeads(loaded, idsOf(leads)),
      changed.filter((lead) => belongsTo(view, lead, now)),
      order,
    ),
  );

  const { result, missing, unchanged, isOutdated = false } = await send();
  if (missing.length > 0) update((loaded) => dropLeads(loaded, idsOf(missing)));
  if (unchanged.length > 0) update((loaded) => placeLeads(loaded, unchanged, order));
  savedAt = performance.now();
  for (const { lead_id } of leads) {
    saving.delete(lead_id);
    void queryClient.invalidateQueries({ queryKey: queryKeys.lead(lead_id) });
  }
  // Other lists are refetched when they are next opened, or right away if one is already on screen.
  void queryClient.invalidateQueries({
    queryKey: queryKeys.allInboxes,
    predicate: (query) => wasFetching || isOutdated || query.queryKey[1] !== queryKey[1],
  });
  void queryClient.invalidateQueries({ queryKey: queryKeys.allInboxCounts });
  return result;
}

/** What the server is going to return for the lead. */
function toLeadOutcome(
  lead: ListedLead,
  { outcome, at, amount, reason }: OutcomeChange,
): Partial<ListedLead> {
  if (outcome === 'open') return { outcome, status: stageOf(lead), decided: null };
  const now = new Date().toISOString();
  const details = { amount: amount ?? null, reason: reason ?? null };
  return {
    outcome,
    status: outcome,
    decided: { outcome, at: at ?? now, ...details, recorded_at: now, recorded_by: null },
  };
}

/** The status of a lead that is reopened. A closed lead doesn't show which one it had. */
function stageOf({ status, contacted_at }: ListedLead): Status {
  if (status !== 'won' && status !== 'lost') return status;
  return contacted_at === null ? 'new' : 'contacted';
}

function idsOf(leads: readonly ListedLead[]): ReadonlySet<string> {
  return new Set(leads.map(({ lead_id }) => lead_id));
}
