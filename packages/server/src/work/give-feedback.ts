// Records what a person thinks of a score. It changes no score; it is kept to learn from.

import type { FeedbackBody } from '@leadline/contract';
import type { AccountScope } from '../db/account-scope.ts';
import { findLead } from '../leads/get-lead.ts';
import { addActivities } from './activities.ts';
import { lockLeads } from './change-leads.ts';

/** Returns false if the account has no such lead. */
export async function giveFeedback(
  scope: AccountScope,
  leadId: string,
  { verdict, reason }: FeedbackBody,
): Promise<boolean> {
  await lockLeads(scope, [leadId]);
  const found = await findLead(scope, leadId);
  if (found === null) return false;
  const { score, grade } = found.result.data;
  await addActivities(scope, [
    { leadId, kind: 'feedback', data: { verdict, reason: reason ?? null, score, grade } },
  ]);
  return true;
}
