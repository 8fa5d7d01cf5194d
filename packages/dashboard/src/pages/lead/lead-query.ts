// A lead as the API gives it, of the account or of its test twin (`?mode=test`).

import type { LeadDetail, StoredScore } from '@leadline/contract';
import type { Lead } from '@leadline/engine';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';

export type { Lead };
export type LeadData = Omit<LeadDetail['data'], 'lead'> & { readonly lead: Lead };
export type LedgerEntry = StoredScore['ledger'][number];
export type Mode = 'live' | 'test';

export function leadQuery(leadId: string, mode: Mode) {
  return queryOptions({
    queryKey: ['lead', leadId, mode],
    queryFn: async ({ signal }) => {
      const answer = await call<{ data: LeadData }>('GET', leadAddress(leadId), undefined, { mode, signal });
      return answer.data;
    },
  });
}

export function leadAddress(leadId: string): string {
  return `/api/leads/${encodeURIComponent(leadId)}`;
}

/** Whatever shows the lead shows it as it is now. */
export async function refreshLead(leadId: string): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['leads'] });
  void queryClient.invalidateQueries({ queryKey: ['insights'] });
  await queryClient.invalidateQueries({ queryKey: ['lead', leadId] });
}
