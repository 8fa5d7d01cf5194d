// Loads one lead with everything known about it.

import type { LeadDetail } from '@leadline/contract';
import { findNewestOutcomes } from '../leads/record/find-outcomes.ts';
import { describeLead, findLead, findLeadsOf, personShownTo } from '../leads/record/get-lead.ts';
import type { AccountScope } from '../platform/db/account-scope.ts';
import { readTimeline } from './timeline.ts';

/** Returns null if the account has no such lead. */
export async function getLeadDetail(scope: AccountScope, leadId: string): Promise<LeadDetail['data'] | null> {
  const found = await findLead(scope, leadId);
  if (found === null) return null;
  const outcomes = await findNewestOutcomes(scope, leadId);
  const leadIds = await findLeadsOf(scope, found.personId);
  return describeLead(
    { ...found, personId: personShownTo(scope, found.personId, leadId) },
    outcomes.map(({ recorded }) => recorded),
    leadIds,
    await readTimeline(scope, found, outcomes),
  );
}
