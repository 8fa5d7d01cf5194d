// Changes leads in the list. Shows the change right away, then sends it, and reverts it if the server rejects it. Not a
// hook, because undo has to work after leaving the page.

import type { ListedLead } from '@leadline/contract';
import { queryClient } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { sendWork } from '../../work/send-work.ts';
import {
  applyWork,
  type LeadChange,
  type LeadWork,
  type SendOptions,
  type WorkSent,
} from '../../work/work-change.ts';
import { belongsTo, type View } from './belongs.ts';
import { orderOf } from './filters.ts';
import { inboxKey } from './inbox-query.ts';
import { dropLeads, type LoadedPages, markLeads, placeLeads } from './lead-pages.ts';

/** How many changes of each lead are on their way. */
const saving = new Map<string, number>();

/** While a change is being saved, the server's data for the lead is older than what is on screen. */
export function isSaving(leadId: string): boolean {
  return saving.has(leadId);
}

function countSaving(leadId: string, by: 1 | -1): void {
  const count = (saving.get(leadId) ?? 0) + by;
  if (count === 0) saving.delete(leadId);
  else saving.set(leadId, count);
}

let savedAt = Number.NEGATIVE_INFINITY;
/** Longer than it takes to count the leads again. */
const JUST_MS = 10_000;

/** Whether changed counts are most likely our own doing, which the list shows already. */
export function hasJustSaved(): boolean {
  return saving.size > 0 || performance.now() - savedAt < JUST_MS;
}

export async function saveWork(
  view: View,
  leads: readonly ListedLead[],
  change: LeadChange,
  options?: SendOptions,
): Promise<WorkSent<ListedLead>> {
  const queryKey = inboxKey(view.filters);
  const order = orderOf(view.filters);
  const update = (transform: (loaded: LoadedPages) => LoadedPages): void => {
    queryClient.setQueryData<LoadedPages>(queryKey, (loaded) => loaded && transform(loaded));
  };
  for (const { lead_id } of leads) countSaving(lead_id, 1);
  // A response already on its way would bring back the old state of the leads.
  const wasFetching = queryClient.getQueryState(queryKey)?.fetchStatus === 'fetching';
  await queryClient.cancelQueries({ queryKey });
  const now = new Date();
  const changed = leads.map((lead) => applyWork(lead, change, now));
  update((loaded) =>
    placeLeads(
      dropLeads(loaded, idsOf(leads)),
      changed.filter((lead) => belongsTo(view, lead, now)),
      order,
    ),
  );

  const sent = await sendWork(leads, change, 'live', options);
  const { missing, failed, conflicts, revisions } = sent;
  if (missing.length > 0) update((loaded) => dropLeads(loaded, idsOf(missing)));
  // Conflicts are put back only to be reloaded, which shows what somebody else has done.
  const unchanged = [...failed, ...conflicts];
  if (unchanged.length > 0) update((loaded) => placeLeads(loaded, unchanged, order));
  update((loaded) => confirmLeads(loaded, changed, revisions));
  savedAt = performance.now();
  for (const { lead_id } of leads) {
    countSaving(lead_id, -1);
    void queryClient.invalidateQueries({ queryKey: queryKeys.lead(lead_id) });
  }
  // Other lists are refetched when they are next opened, or right away if one is already on screen.
  void queryClient.invalidateQueries({
    queryKey: queryKeys.allInboxes,
    predicate: (query) => wasFetching || conflicts.length > 0 || query.queryKey[1] !== queryKey[1],
  });
  void queryClient.invalidateQueries({ queryKey: queryKeys.allInboxCounts });
  return sent;
}

/** Sets the new revisions, together with what they stand for: the list may have been loaded again in between. */
function confirmLeads(
  loaded: LoadedPages,
  changed: readonly ListedLead[],
  revisions: ReadonlyMap<string, number>,
): LoadedPages {
  const confirmed = new Map<string, LeadWork>();
  for (const lead of changed) {
    const {
      lead_id,
      outcome,
      decided,
      status,
      assignee,
      snoozed_until,
      contacted_at,
      not_spam,
      next_activity,
    } = lead;
    const revision = revisions.get(lead_id);
    if (revision === undefined) continue;
    const work = { outcome, decided, status, assignee, snoozed_until, contacted_at, not_spam, next_activity };
    confirmed.set(lead_id, { ...work, revision });
  }
  return markLeads(loaded, confirmed);
}

function idsOf(leads: readonly ListedLead[]): ReadonlySet<string> {
  return new Set(leads.map(({ lead_id }) => lead_id));
}
