// Changes the work on the lead whose page is open. Shows it right away, and reloads the lead once the server has it.

import type { LeadDetail } from '@leadline/contract';
import type { CallOptions } from '../api/call.ts';
import { queryClient } from '../api/query-client.ts';
import { queryKeys } from '../api/query-keys.ts';
import { sendWork } from './send-work.ts';
import { applyWork, type WorkChange, type WorkLead, type WorkSent } from './work-change.ts';

export async function saveLeadWork<L extends WorkLead>(
  leads: readonly L[],
  change: WorkChange,
  mode: CallOptions['mode'] = 'live',
): Promise<WorkSent<L>> {
  for (const lead of leads) {
    const queryKey = queryKeys.leadDetail(lead.lead_id, mode);
    await queryClient.cancelQueries({ queryKey });
    const { status, outcome, assignee, snoozed_until, contacted_at } = applyWork(lead, change, new Date());
    queryClient.setQueryData<LeadDetail['data']>(
      queryKey,
      (shown) => shown && { ...shown, status, outcome, assignee, snoozed_until, contacted_at },
    );
  }
  const sent = await sendWork(leads, change, mode);
  await Promise.all(
    leads.map(({ lead_id }) => queryClient.invalidateQueries({ queryKey: queryKeys.lead(lead_id) })),
  );
  for (const queryKey of [queryKeys.allInboxes, queryKeys.leads, queryKeys.allInsights])
    void queryClient.invalidateQueries({ queryKey });
  return sent;
}
