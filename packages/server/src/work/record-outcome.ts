// Records that a lead was won, lost or reopened. Earlier outcomes stay in its history.

import type { OutcomeResult } from '@leadline/contract';
import { showId } from '../base/ids.ts';
import type { AccountScope } from '../db/account-scope.ts';
import { type NewOutcome, writeOutcomes } from '../leads/write-outcomes.ts';
import { takeLeads } from './take-leads.ts';

/** Returns null if the account has no such lead. */
export async function recordOutcome(
  scope: AccountScope,
  leadId: string,
  recorded: NewOutcome,
): Promise<OutcomeResult['data'] | null> {
  const [row] = await writeOutcomes(scope, [leadId], recorded);
  if (row === undefined) return null;
  if (recorded.outcome !== 'open') await takeLeads(scope, [leadId], recorded.outcome);
  return {
    lead_id: showId('lead', leadId),
    outcome: recorded.outcome,
    at: recorded.at.toISOString(),
    amount: row.amount,
    reason: recorded.reason,
    recorded_at: row.recordedAt.toISOString(),
    recorded_by: scope.actor,
  };
}
