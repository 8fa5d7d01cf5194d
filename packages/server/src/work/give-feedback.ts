// Records what a person thinks of a score. It changes no score; it is kept to learn from. But a lead that isn't spam after
// all is worked on like any other, and counts toward the plan like any other.

import type { FeedbackBody } from '@leadline/contract';
import { sql } from 'kysely';
import type { Caller } from '../accounts/profile/caller.ts';
import { firstDayOf } from '../accounts/quota/month.ts';
import { findLead } from '../leads/record/get-lead.ts';
import { NEXT_REVISION } from '../leads/record/work-state.ts';
import type { AccountScope } from '../platform/db/account-scope.ts';
import { lockAccount } from '../platform/db/lock-account.ts';
import { addActivities } from './activities.ts';
import { lockLead } from './lock-leads.ts';

/** `over limit` if the lead would have to count, but the month's leads are used up. */
export async function giveFeedback(
  scope: AccountScope,
  leadId: string,
  { verdict, reason, revision }: FeedbackBody,
  { monthlyLimit }: Pick<Caller, 'monthlyLimit'>,
): Promise<'given' | 'no such lead' | 'over limit'> {
  // Before the lead, like those who delete leads.
  if (verdict === 'not_spam') await lockAccount(scope);
  if ((await lockLead(scope, leadId, revision)) === null) return 'no such lead';
  const found = await findLead(scope, leadId);
  if (found === null) return 'no such lead';
  const { score, grade } = found.result.data;
  if (verdict === 'not_spam' && !(await countRescued(scope, leadId, monthlyLimit))) return 'over limit';
  await addActivities(scope, [
    { leadId, kind: 'feedback', data: { verdict, reason: reason ?? null, score, grade } },
  ]);
  if (grade === 'Spam' && (verdict === 'not_spam' || verdict === 'spam'))
    await setNotSpam(scope, leadId, verdict === 'not_spam');
  return 'given';
}

/** Counts a lead that didn't count so far. Returns false if the month's leads are used up. */
async function countRescued(
  { transaction }: AccountScope,
  leadId: string,
  monthlyLimit: number | null,
): Promise<boolean> {
  const month = firstDayOf(new Date()).toISOString().slice(0, 10);
  const { rows } = await sql<{ counted: boolean }>`
    select leadline.count_rescued_lead(${leadId}::uuid, ${month}::date, ${monthlyLimit}::integer) as counted`.execute(
    transaction,
  );
  return rows[0]?.counted === true;
}

async function setNotSpam(scope: AccountScope, leadId: string, isNotSpam: boolean): Promise<void> {
  await scope.transaction
    .updateTable('leads as l')
    .set({ not_spam: isNotSpam, ...NEXT_REVISION })
    .where('l.account_id', '=', scope.accountId)
    .where('l.id', '=', leadId)
    .where('l.not_spam', '<>', isNotSpam)
    .execute();
}
