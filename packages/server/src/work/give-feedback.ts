// Records what a person thinks of a score. It changes no score; it is kept to learn from. But a lead that isn't spam after
// all is worked on like any other.

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
  if (grade === 'Spam' && (verdict === 'not_spam' || verdict === 'spam'))
    await setNotSpam(scope, leadId, verdict === 'not_spam');
  return true;
}

async function setNotSpam(scope: AccountScope, leadId: string, isNotSpam: boolean): Promise<void> {
  await scope.transaction
    .updateTable('leads as l')
    .set({ not_spam: isNotSpam })
    .where('l.account_id', '=', scope.accountId)
    .where('l.id', '=', leadId)
    .execute();
}
