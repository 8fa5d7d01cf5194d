// Records that a lead was won or lost, or opens it again. Earlier outcomes stay in its history.

import type { OutcomeResult } from '@leadline/contract';
import { asAccount, type Database } from '../db/database.ts';
import { makeId, showId } from '../ids.ts';

export interface NewOutcome {
  readonly outcome: 'open' | 'won' | 'lost';
  readonly at: Date;
  readonly amount: number | null;
  readonly reason: string | null;
}

/** Null when the account has no such lead. */
export async function recordOutcome(
  db: Database,
  accountId: string,
  leadId: string,
  { outcome, at, amount, reason }: NewOutcome,
): Promise<OutcomeResult['data'] | null> {
  return asAccount(db, accountId, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('leads as l')
      .set({ outcome })
      .where('l.account_id', '=', accountId)
      .where('l.id', '=', leadId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return null;
    const id = makeId();
    const row = await trx
      .insertInto('outcomes')
      .values({ account_id: accountId, lead_id: leadId, id, outcome, at, amount, reason })
      .returning(['amount', 'recorded_at'])
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('outbox')
      .values({ account_id: accountId, id, kind: 'lead.outcome', subject_id: leadId, data: null })
      .execute();
    return {
      lead_id: showId('lead', leadId),
      outcome,
      at: at.toISOString(),
      amount: row.amount,
      reason,
      recorded_at: row.recorded_at.toISOString(),
    };
  });
}
