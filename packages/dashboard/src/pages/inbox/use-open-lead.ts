// Opens a lead, remembers its position, and passes the list to the lead's page for Previous and Next.

import type { ListedLead } from '@leadline/contract';
import { useLocation, useNavigate } from 'react-router';
import { leadPath } from '../../navigation/page-paths.ts';
import type { LeadOrigin } from '../lead/lead-origin.ts';
import { rememberPlace } from './remember-place.ts';

/** Limited because browsers copy the IDs into every history entry. */
const MAX_LEAD_IDS = 1_000;

export function useOpenLead(
  view: string,
  leads: readonly ListedLead[],
  hasMore: boolean,
): (index: number) => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (index) => {
    const lead = leads[index];
    if (lead === undefined) return;
    rememberPlace({ view, leadId: lead.lead_id, scrollY: window.scrollY });
    const from = Math.max(0, index - MAX_LEAD_IDS / 2);
    const leadIds = leads.slice(from, from + MAX_LEAD_IDS).map(({ lead_id }) => lead_id);
    const origin: LeadOrigin = {
      inbox: pathname + search,
      leadIds,
      hasMore: hasMore || from + leadIds.length < leads.length,
    };
    void navigate(leadPath(lead.lead_id), { state: origin });
  };
}
