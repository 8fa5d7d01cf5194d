// The lead whose page is open, as far as it is loaded.

import type { LeadDetail } from '@leadline/contract';
import { matchPath, useLocation } from 'react-router';
import { queryClient } from '../api/query-client.ts';
import { queryKeys } from '../api/query-keys.ts';
import { PAGES } from '../navigation/page-paths.ts';
import { toWorkLead, type WorkLead } from '../work/work-change.ts';

interface OpenLead {
  readonly lead: WorkLead;
  readonly mode: 'live' | 'test';
}

/** Null on other pages, and until the lead is loaded. */
export function useOpenLead(): OpenLead | null {
  const { pathname, search } = useLocation();
  const leadId = matchPath(PAGES.lead, pathname)?.params.id;
  const mode = new URLSearchParams(search).get('mode') === 'test' ? 'test' : 'live';
  if (leadId === undefined) return null;
  const data = queryClient.getQueryData<LeadDetail['data']>(queryKeys.leadDetail(leadId, mode));
  return data === undefined ? null : { lead: toWorkLead(data), mode };
}
