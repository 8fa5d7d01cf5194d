// Changes the lead whose page is open. Shows work right away, and reloads the lead once the server has it.

import type { LeadDetail } from '@leadline/contract';
import type { CallOptions } from '../api/call.ts';
import { queryClient } from '../api/query-client.ts';
import { queryKeys } from '../api/query-keys.ts';
import { sendWork } from './send-work.ts';
import { applyWork, type LeadChange, type SendOptions, type WorkLead, type WorkSent } from './work-change.ts';

export async function saveLeadWork<L extends WorkLead>(
  leads: readonly L[],
  change: LeadChange,
  mode: CallOptions['mode'] = 'live',
  options: SendOptions = {},
): Promise<WorkSent<L>> {
  // An outcome is asked for in a dialog, which stays until it is saved.
  if (!('outcome' in change)) for (const lead of leads) await showWork(lead, change, mode);
  const sent = await sendWork(leads, change, mode, options);
  await Promise.all(
    leads.map(({ lead_id }) => queryClient.invalidateQueries({ queryKey: queryKeys.lead(lead_id) })),
  );
  for (const queryKey of [
    queryKeys.allInboxes,
    queryKeys.allInboxCounts,
    queryKeys.leads,
    queryKeys.allInsights,
  ])
    void queryClient.invalidateQueries({ queryKey });
  return sent;
}

async function showWork(lead: WorkLead, change: LeadChange, mode: 'live' | 'test'): Promise<void> {
  const queryKey = queryKeys.leadDetail(lead.lead_id, mode);
  await queryClient.cancelQueries({ queryKey });
  const { status, outcome, assignee, snoozed_until, contacted_at, next_activity } = applyWork(
    lead,
    change,
    new Date(),
  );
  queryClient.setQueryData<LeadDetail['data']>(
    queryKey,
    (shown) => shown && { ...shown, status, outcome, assignee, snoozed_until, contacted_at, next_activity },
  );
}
