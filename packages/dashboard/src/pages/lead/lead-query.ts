// Loads a lead from the live data or the test data (`?mode=test`).

import type { LeadDetail, StoredScore } from '@leadline/contract';
import { fillPath, PATHS } from '@leadline/contract/paths';
import type { Lead } from '@leadline/engine';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';

export type { Lead };
export type LeadData = Omit<LeadDetail['data'], 'lead'> & { readonly lead: Lead };
export type LedgerEntry = StoredScore['ledger'][number];
export type Mode = 'live' | 'test';

export function leadQuery(leadId: string, mode: Mode) {
  return queryOptions({
    queryKey: queryKeys.leadDetail(leadId, mode),
    queryFn: async ({ signal }) => {
      const { data } = await call('GET', fillPath(PATHS.lead, { id: leadId }), undefined, {
        mode,
        signal,
      });
      return data;
    },
  });
}
