// Everything that happened to a lead, oldest first.

import type { TimelineEntry } from '@leadline/contract';
import { fromUuid, showId, timeOfId } from '../base/ids.ts';
import type { AccountScope } from '../db/account-scope.ts';
import { findEvents } from '../leads/find-events.ts';
import type { OutcomeOfLead } from '../leads/find-outcomes.ts';
import type { FoundLead } from '../leads/get-lead.ts';
import { findDeliveries } from '../webhooks/deliveries-of-leads.ts';
import { findActivities } from './activities.ts';

export async function readTimeline(
  scope: AccountScope,
  { id, lead, result }: Pick<FoundLead, 'id' | 'lead' | 'result'>,
  outcomes: readonly OutcomeOfLead[],
): Promise<TimelineEntry[]> {
  const at = timeOfId(id).toISOString();
  const entryId = showId('lead', id);
  const { score, grade } = result.data;
  const received: TimelineEntry[] = [
    { entry_id: entryId, at, event: 'received', source: lead.source },
    { entry_id: entryId, at, event: 'scored', version: result.version, score, grade },
  ];
  const later = [
    ...(await findActivities(scope, id)),
    ...outcomes.map(
      ({ id: outcomeId, recorded }): TimelineEntry => ({
        ...recorded,
        entry_id: showId('act', outcomeId),
        event: 'outcome',
      }),
    ),
    ...(await readDeliveries(scope, id)),
  ];
  return [...received, ...later.toSorted(inOrder)];
}

/** IDs are ordered by time, to the microsecond within the database. Deliveries come at the time of their last attempt. */
function inOrder(a: TimelineEntry, b: TimelineEntry): number {
  const [first, second] = [recordedAt(a), recordedAt(b)];
  if (first !== second) return first < second ? -1 : 1;
  return a.entry_id < b.entry_id ? -1 : 1;
}

const recordedAt = (entry: TimelineEntry): string =>
  entry.event === 'outcome' ? timeOfId(entry.entry_id.replace(/^\w+_/, '')).toISOString() : entry.at;

async function readDeliveries(scope: AccountScope, leadId: string): Promise<TimelineEntry[]> {
  const rows = await findDeliveries(scope, await findEvents(scope, [leadId]));
  return rows.map(({ endpoint_id, event_id, event, status, last_attempt_at }) => ({
    entry_id: showId('evt', fromUuid(event_id)),
    at: (last_attempt_at ?? timeOfId(fromUuid(event_id))).toISOString(),
    event: 'delivered',
    endpoint_id: showId('hook', fromUuid(endpoint_id)),
    type: event,
    status,
  }));
}
