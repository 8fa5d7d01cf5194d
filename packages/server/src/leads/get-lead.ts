// One lead with everything known about it.

import type { LeadDetail } from '@leadline/contract';
import type { Lead } from '@leadline/engine';
import { type AccountTransaction, asAccount, type Database } from '../db/database.ts';
import { fromUuid, showId, timeOfId } from '../ids.ts';
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

const MOST_LEADS_SHOWN = 100;

/** Null when the account has no such lead. */
export const getLeadDetail = (
  db: Database,
  accountId: string,
  leadId: string,
): Promise<LeadDetail['data'] | null> => asAccount(db, accountId, (trx) => showLead(trx, accountId, leadId));

export async function showLead(
  trx: AccountTransaction,
  accountId: string,
  leadId: string,
): Promise<LeadDetail['data'] | null> {
  const found = await findLead(trx, accountId, leadId);
  if (found === null) return null;
  const outcomes = await trx
    .selectFrom('outcomes as o')
    .select(['o.outcome', 'o.at', 'o.amount', 'o.reason', 'o.recorded_at'])
    .where('o.account_id', '=', accountId)
    .where('o.lead_id', '=', leadId)
    .orderBy('o.id')
    .execute();
  const leads = await findLeadsOf(trx, accountId, found.personId);
  const receivedAt = timeOfId(leadId).toISOString();
  return {
    lead_id: showId('lead', leadId),
    received_at: receivedAt,
    lead: found.lead,
    result: toDetail(found.result),
    person: {
      person_id: showId('person', found.personId),
      lead_ids: leads.map((id) => showId('lead', id)),
    },
    outcome: found.outcome,
    history: [
      { event: 'scored', at: receivedAt, version: found.result.version, score: found.result.data.score },
      ...outcomes.map(({ at, recorded_at, ...rest }) => ({
        event: 'outcome' as const,
        ...rest,
        at: at.toISOString(),
        recorded_at: recorded_at.toISOString(),
      })),
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
    .limit(MOST_LEADS_SHOWN)
    .execute();
  return rows.map(({ id }) => fromUuid(id));
}
