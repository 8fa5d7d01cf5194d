// Loads one lead with its result.

import type { LeadDetail, RecordedOutcome, TimelineEntry } from '@leadline/contract';
import type { Lead } from '@leadline/engine';
import { fromUuid, showId, timeOfId } from '../../platform/base/ids.ts';
import type { AccountCaller, AccountScope } from '../../platform/db/account-scope.ts';
import { readLeadCard } from './lead-card.ts';
import { unpackResult } from './packed-result.ts';
import { type StoredResult, toDetail } from './stored-result.ts';
import { showWork, WORK_COLUMNS, type WorkColumns, workOf } from './work-state.ts';

export interface FoundLead extends WorkColumns {
  readonly id: string;
  readonly personId: string;
  /** Normalized; see contact.ts. */
  readonly phone: string;
  readonly lead: Lead;
  readonly result: StoredResult;
}

/** How many of a person's leads are listed, newest first. */
export const MAX_LEADS_SHOWN = 100;

/** `leadIds` lists the leads of the same person. */
export function describeLead(
  found: Omit<FoundLead, 'phone'>,
  outcomes: readonly RecordedOutcome[],
  leadIds: readonly string[],
  timeline: readonly TimelineEntry[],
): LeadDetail['data'] {
  const { id, lead, result, personId, outcome } = found;
  const receivedAt = timeOfId(id).toISOString();
  // The lead may have been scored again since.
  const first = timeline.find((entry) => entry.event === 'scored');
  return {
    lead_id: showId('lead', id),
    received_at: receivedAt,
    lead,
    ...readLeadCard(lead),
    result: toDetail(result),
    person: {
      person_id: showId('person', personId),
      lead_ids: leadIds.map((leadId) => showId('lead', leadId)),
    },
    outcome,
    history: [
      {
        event: 'scored',
        at: receivedAt,
        version: first?.version ?? result.version,
        score: first?.score ?? result.data.score,
      },
      ...outcomes.map((recorded) => ({ event: 'outcome' as const, ...recorded })),
    ],
    ...showWork(found),
    timeline: [...timeline],
  };
}

export async function findLead(scope: AccountScope, leadId: string): Promise<FoundLead | null> {
  const row = await scope.transaction
    .selectFrom('leads as l')
    .select(['l.person_id', 'l.phone', 'l.lead', 'l.scored', ...WORK_COLUMNS])
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
    ...workOf(row),
  };
}

/** A person has the ID of their first lead, which may be a colleague's that a limited rep mustn't know of. */
export const personShownTo = ({ limitedTo }: AccountCaller, personId: string, leadId: string): string =>
  limitedTo === null ? personId : leadId;

/** Newest first. */
export async function findLeadsOf(scope: AccountScope, personId: string): Promise<string[]> {
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
