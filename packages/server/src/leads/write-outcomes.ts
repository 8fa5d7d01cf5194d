// Records an outcome for one or many leads in the caller's transaction: updates the lead, adds to its history and queues
// the webhook event.

import { fromUuid, makeId } from '../base/ids.ts';
import type { AccountScope } from '../db/account-scope.ts';
import { anyOf } from '../db/database.ts';

export interface NewOutcome {
  readonly outcome: 'open' | 'won' | 'lost';
  readonly at: Date;
  readonly amount: number | null;
  readonly reason: string | null;
}

export interface WrittenOutcome {
  readonly leadId: string;
  readonly amount: number | null;
  readonly recordedAt: Date;
}

/** Ignores leads that don't belong to the account. The results are in no particular order. */
export async function writeOutcomes(
  scope: AccountScope,
  leadIds: readonly string[],
  { outcome, at, amount, reason }: NewOutcome,
): Promise<WrittenOutcome[]> {
  const leads = await scope.transaction
    .updateTable('leads as l')
    .set({ outcome })
    .where('l.account_id', '=', scope.accountId)
    .where('l.id', '=', anyOf(leadIds))
    .returning('l.id')
    .execute();
  if (leads.length === 0) return [];
  const outcomes = leads.map(({ id }) => ({ leadId: fromUuid(id), id: makeId() }));
  const rows = await scope.transaction
    .insertInto('outcomes')
    .values(
      outcomes.map(({ leadId, id }) => ({
        account_id: scope.accountId,
        lead_id: leadId,
        id,
        outcome,
        at,
        amount,
        reason,
        recorded_by: scope.actor,
      })),
    )
    .returning(['lead_id', 'amount', 'recorded_at'])
    .execute();
  await scope.transaction
    .insertInto('outbox')
    .values(
      outcomes.map(({ leadId, id }) => ({
        account_id: scope.accountId,
        id,
        kind: 'lead.outcome',
        subject_id: leadId,
        data: null,
      })),
    )
    .execute();
  return rows.map((row) => ({
    leadId: fromUuid(row.lead_id),
    amount: row.amount,
    recordedAt: row.recorded_at,
  }));
}
