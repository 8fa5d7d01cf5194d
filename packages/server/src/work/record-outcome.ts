// Records that a lead was won, lost or reopened. Earlier outcomes stay in its history.

import type { OutcomeResult } from '@leadline/contract';
import { type NewOutcome, writeOutcomes } from '../leads/record/write-outcomes.ts';
import { showId } from '../platform/base/ids.ts';
import type { AccountScope } from '../platform/db/account-scope.ts';
import { lockLead, readRevisions } from './lock-leads.ts';
import { takeLeads } from './take-leads.ts';

/** Returns null if the account has no such lead. */
export async function recordOutcome(
  scope: AccountScope,
  leadId: string,
  recorded: NewOutcome,
  revision?: number,
): Promise<OutcomeResult['data'] | null> {
  const before = await lockLead(scope, leadId, revision);
  if (before === null) return null;
  const [row] = await writeOutcomes(scope, [leadId], recorded);
  if (row === undefined) return null;
  if (recorded.outcome !== 'open') await takeLeads(scope, [leadId], recorded.outcome);
  const shownId = showId('lead', leadId);
  return {
    lead_id: shownId,
    outcome: recorded.outcome,
    at: recorded.at.toISOString(),
    amount: row.amount,
    reason: recorded.reason,
    recorded_at: row.recordedAt.toISOString(),
    recorded_by: scope.actor,
    revision: (await readRevisions(scope, [before]))[shownId] ?? before.revision,
  };
}
