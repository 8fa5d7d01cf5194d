// One lead with everything known about it.

import type { LeadDetail, RecordedOutcome } from '@leadline/contract';
import type { Lead } from '@leadline/engine';
import { fromUuid, showId, timeOfId } from '../base/ids.ts';
import { type AccountTransaction, asAccount, type Database } from '../db/database.ts';
import { findNewestOutcomes } from './find-outcomes.ts';
import { type StoredResult, toDetail } from './stored-result.ts';

export interface FoundLead {
  readonly id: string;
  readonly personId: string;
  /** As it is compared; see contact.ts. */
  readonly phone: string;
  readonly lead: Lead;
  readonly result: StoredResult;
  readonly outcome: 'open' | 'won' | 'lost';
}

/** Of a person, newest first. */
export const MAX_LEADS_SHOWN = 100;

/** Null when the account has no such lead. */
export const getLeadDetail = (
  db: Database,
  accountId: string,
  leadId: string,
): Promise<LeadDetail['data'] | null> => asAccount(db, accountId, (trx) => showLead(trx, accountId, leadId));

async function showLead(
  trx: AccountTransaction,
  accountId: string,
  leadId: string,
): Promise<LeadDetail['data'] | null> {
  const found = await findLead(trx, accountId, leadId);
  if (found === null) return null;
  const outcomes = await findNewestOutcomes(trx, accountId, leadId);
  const leadIds = await findLeadsOf(trx, accountId, found.personId);
  return describeLead(found, outcomes, leadIds);
}

/** `leadIds`: the person's. */
export function describeLead(
  { id, lead, result, personId, outcome }: Omit<FoundLead, 'phone'>,
  outcomes: readonly RecordedOutcome[],
  leadIds: readonly string[],
): LeadDetail['data'] {
  const receivedAt = timeOfId(id).toISOString();
  return {
    lead_id: showId('lead', id),
    received_at: receivedAt,
    lead,
    result: toDetail(result),
    person: {
      person_id: showId('person', personId),
      lead_ids: leadIds.map((each) => showId('lead', each)),
    },
    outcome,
    history: [
      { event: 'scored', at: receivedAt, version: result.version, score: result.data.score },
      ...outcomes.map((each) => ({ event: 'outcome' as const, ...each })),
    ],
  };
}

export async function findLead(
  trx: AccountTransaction,
  accountId: string,
  leadId: string,
): Promise<FoundLead | null> {
  const row = await trx
    .selectFrom('leads as l')
    .select(['l.person_id', 'l.phone', 'l.lead', 'l.scored', 'l.outcome'])
    .where('l.account_id', '=', accountId)
    .where('l.id', '=', leadId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    id: leadId,
    personId: fromUuid(row.person_id),
    phone: row.phone,
    lead: row.lead as Lead,
    result: row.scored as StoredResult,
    outcome: row.outcome,
  };
}

/** Newest first. */
async function findLeadsOf(trx: AccountTransaction, accountId: string, personId: string): Promise<string[]> {
  const own = trx
    .selectFrom('leads as l')
    .select('l.id')
    .where('l.account_id', '=', accountId)
    .where('l.person_id', '=', personId);
  // The first lead bears the person's id; the later ones are in an index of their own.
  const rows = await own
    .where('l.id', '=', personId)
    .unionAll(own.whereRef('l.person_id', '<>', 'l.id'))
    .orderBy('id', 'desc')
    .limit(MAX_LEADS_SHOWN)
    .execute();
  return rows.map(({ id }) => fromUuid(id));
}
