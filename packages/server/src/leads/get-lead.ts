// Loads one lead with everything known about it.

import type { LeadDetail, RecordedOutcome } from '@leadline/contract';
import type { Lead } from '@leadline/engine';
import { fromUuid, showId, timeOfId } from '../base/ids.ts';
import type { AccountScope } from '../db/account-scope.ts';
import { findNewestOutcomes } from './find-outcomes.ts';
import { unpackResult } from './packed-result.ts';
import { type StoredResult, toDetail } from './stored-result.ts';

export interface FoundLead {
  readonly id: string;
  readonly personId: string;
  /** Normalized; see contact.ts. */
  readonly phone: string;
  readonly lead: Lead;
  readonly result: StoredResult;
  readonly outcome: 'open' | 'won' | 'lost';
}

/** How many of a person's leads are listed, newest first. */
export const MAX_LEADS_SHOWN = 100;

/** Returns null if the account has no such lead. */
export async function getLeadDetail(scope: AccountScope, leadId: string): Promise<LeadDetail['data'] | null> {
  const found = await findLead(scope, leadId);
  if (found === null) return null;
  const outcomes = await findNewestOutcomes(scope, leadId);
  const leadIds = await findLeadsOf(scope, found.personId);
  return describeLead(found, outcomes, leadIds);
}

/** `leadIds` lists the leads of the same person. */
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
      lead_ids: leadIds.map((leadId) => showId('lead', leadId)),
    },
    outcome,
    history: [
      { event: 'scored', at: receivedAt, version: result.version, score: result.data.score },
      ...outcomes.map((recorded) => ({ event: 'outcome' as const, ...recorded })),
    ],
  };
}

export async function findLead(scope: AccountScope, leadId: string): Promise<FoundLead | null> {
  const row = await scope.transaction
    .selectFrom('leads as l')
    .select(['l.person_id', 'l.phone', 'l.lead', 'l.scored', 'l.outcome'])
    .where('l.account_id', '=', scope.accountId)
    .where('l.id', '=', leadId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    id: leadId,
    personId: fromUuid(row.person_id),
    phone: row.phone,
    lead: row.lead as Lead,
    result: unpackResult(row.scored),
    outcome: row.outcome,
  };
}

/** Newest first. */
async function findLeadsOf(scope: AccountScope, personId: string): Promise<string[]> {
  const own = scope.transaction
    .selectFrom('leads as l')
    .select('l.id')
    .where('l.account_id', '=', scope.accountId)
    .where('l.person_id', '=', personId);
  // A person's first lead has the person's ID; a separate index covers the later ones.
  const rows = await own
    .where('l.id', '=', personId)
    .unionAll(own.whereRef('l.person_id', '<>', 'l.id'))
    .orderBy('id', 'desc')
    .limit(MAX_LEADS_SHOWN)
    .execute();
  return rows.map(({ id }) => fromUuid(id));
}
