// Records an outcome for one or many leads in the caller's transaction: updates the lead, adds to its history and queues
// the webhook event.

import { sql } from 'kysely';
import { DomainError } from '../../platform/base/domain-error.ts';
import { fromUuid, showId } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import { anyOf } from '../../platform/db/database.ts';
import { changeStorage } from './change-storage.ts';
import { noteChangedLeads } from './note-changed-leads.ts';
import { NEXT_REVISION } from './work-state.ts';

export interface NewOutcome {
  readonly outcome: 'open' | 'won' | 'lost';
  readonly at: Date;
  readonly amount: number | null;
  readonly reason: string | null;
}

/** Far more than a deal needs, but few enough that a single lead can't fill the disk. */
const MAX_HISTORY = 50;

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
    .set({
      outcome,
      snoozed_until: null,
      closed_at: outcome === 'open' ? null : at,
      ...(outcome === 'open' ? {} : { contacted_at: sql<Date>`coalesce(contacted_at, now())` }),
    })
    .set(NEXT_REVISION)
    .where('l.account_id', '=', scope.accountId)
    .where('l.id', '=', anyOf(leadIds))
    .returning('l.id')
    .execute();
  if (leads.length === 0) return [];
  await noteChangedLeads(
    scope,
    leads.map(({ id }) => id),
  );
  await checkHistory(scope, leadIds);
  const rows = await scope.transaction
    .insertInto('outcomes')
    .values(
      leads.map(({ id }) => ({
        account_id: scope.accountId,
        lead_id: id,
        outcome,
        at,
        amount,
        reason,
        recorded_by: scope.actor,
      })),
    )
    .returning(['id', 'lead_id', 'amount', 'recorded_at'])
    .returning(sql<number>`leadline.outcome_bytes(reason)`.as('bytes'))
    .execute();
  await scope.transaction
    .insertInto('outbox')
    .values(
      rows.map(({ lead_id, id }) => ({
        account_id: scope.accountId,
        id,
        kind: 'lead.outcome',
        subject_id: lead_id,
        data: null,
      })),
    )
    .execute();
  await changeStorage(scope, { bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0), leads: 0 });
  return rows.map((row) => ({
    leadId: fromUuid(row.lead_id),
    amount: row.amount,
    recordedAt: row.recorded_at,
  }));
}

async function checkHistory(
  { transaction, accountId }: AccountScope,
  leadIds: readonly string[],
): Promise<void> {
  const full = await transaction
    .selectFrom('outcomes as o')
    .select('o.lead_id')
    .where('o.account_id', '=', accountId)
    .where('o.lead_id', '=', anyOf(leadIds))
    .groupBy('o.lead_id')
    .having((e) => e.fn.countAll(), '>=', MAX_HISTORY)
    .limit(1)
    .executeTakeFirst();
  if (full === undefined) return;
  const leadId = showId('lead', fromUuid(full.lead_id));
  throw new DomainError('limit_reached', `${leadId} already has ${MAX_HISTORY} outcomes in its history`);
}
