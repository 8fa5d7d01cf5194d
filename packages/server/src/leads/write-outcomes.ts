// What it takes to record an outcome of one lead or of many, in a transaction of the caller's: the lead's state, its
// history, and the event that tells of it.

import type { Actor } from '../audit/record-audit.ts';
import { fromUuid, makeId } from '../base/ids.ts';
import { type AccountTransaction, anyOf } from '../db/database.ts';

export interface NewOutcome {
  readonly outcome: 'open' | 'won' | 'lost';
  readonly at: Date;
  readonly amount: number | null;
  readonly reason: string | null;
  readonly recordedBy: Actor;
}

export interface WrittenOutcome {
  readonly leadId: string;
  readonly amount: number | null;
  readonly recordedAt: Date;
}

/** Of the leads the account has; in no order. */
export async function writeOutcomes(
  trx: AccountTransaction,
  accountId: string,
  leadIds: readonly string[],
  { outcome, at, amount, reason, recordedBy }: NewOutcome,
): Promise<WrittenOutcome[]> {
  const leads = await trx
    .updateTable('leads as l')
    .set({ outcome })
    .where('l.account_id', '=', accountId)
    .where('l.id', '=', anyOf(leadIds))
    .returning('l.id')
    .execute();
  if (leads.length === 0) return [];
  const outcomes = leads.map(({ id }) => ({ leadId: fromUuid(id), id: makeId() }));
  const rows = await trx
    .insertInto('outcomes')
    .values(
      outcomes.map(({ leadId, id }) => ({
        account_id: accountId,
        lead_id: leadId,
        id,
        outcome,
        at,
        amount,
        reason,
        recorded_by: recordedBy,
      })),
    )
    .returning(['lead_id', 'amount', 'recorded_at'])
    .execute();
  await trx
    .insertInto('outbox')
    .values(
      outcomes.map(({ leadId, id }) => ({
        account_id: accountId,
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
