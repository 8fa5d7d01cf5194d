// Everything that happened to a lead, oldest first.

import type { TimelineEntry } from '@leadline/contract';
import { findEvents } from '../leads/record/find-events.ts';
import type { OutcomeOfLead } from '../leads/record/find-outcomes.ts';
import type { FoundLead } from '../leads/record/get-lead.ts';
import { findNewestDeliveries } from '../notifications/webhooks/deliveries-of-leads.ts';
import { fromUuid, showId, timeOfId } from '../platform/base/ids.ts';
import type { AccountScope } from '../platform/db/account-scope.ts';
import { findActivities } from './activities.ts';

export async function readTimeline(
  scope: AccountScope,
  { id, lead, result }: Pick<FoundLead, 'id' | 'lead' | 'result'>,
  outcomes: readonly OutcomeOfLead[],
): Promise<TimelineEntry[]> {
  const at = timeOfId(id).toISOString();
  const entryId = showId('lead', id);
  const activities = await findActivities(scope, id);
  const received: TimelineEntry[] = [
    { entry_id: entryId, at, event: 'received', source: lead.source },
    { entry_id: entryId, at, event: 'scored', ...findFirstScore(result, activities) },
  ];
  const later = [
    ...activities,
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

type FirstScore = Pick<
  Extract<TimelineEntry, { event: 'scored' }>,
  'version' | 'settings_version' | 'model_version' | 'score' | 'grade'
>;

/** The score when the lead was received, which the first rescore replaced. */
function findFirstScore(result: FoundLead['result'], activities: readonly TimelineEntry[]): FirstScore {
  const rescored = activities.find((entry) => entry.event === 'rescored');
  if (rescored === undefined) {
    const { version, settings_version, model_version, data } = result;
    return {
      version,
      settings_version,
      ...(model_version === undefined ? null : { model_version }),
      score: data.score,
      grade: data.grade,
    };
  }
  const { previous_version, previous_settings_version, previous_model_version, previous, previous_grade } =
    rescored;
  return {
    version: previous_version,
    settings_version: previous_settings_version,
    ...(previous_model_version === undefined ? null : { model_version: previous_model_version }),
    score: previous,
    grade: previous_grade,
  };
}

/** IDs are ordered by time, to the microsecond within the database. Deliveries come at the time of their last attempt. */
function inOrder(a: TimelineEntry, b: TimelineEntry): number {
  const [first, second] = [recordedAt(a), recordedAt(b)];
  if (first !== second) return first < second ? -1 : 1;
  return a.entry_id < b.entry_id ? -1 : 1;
}

const recordedAt = (entry: TimelineEntry): string =>
  entry.event === 'outcome' ? timeOfId(entry.entry_id.replace(/^\w+_/, '')).toISOString() : entry.at;

/** Hundreds of events, each sent to every endpoint, would be thousands. */
const MAX_DELIVERIES = 200;

async function readDeliveries(scope: AccountScope, leadId: string): Promise<TimelineEntry[]> {
  const rows = await findNewestDeliveries(scope, await findEvents(scope, [leadId]), MAX_DELIVERIES);
  return rows.map(({ endpoint_id, event_id, event, status, last_attempt_at }) => ({
    entry_id: showId('evt', fromUuid(event_id)),
    at: (last_attempt_at ?? timeOfId(fromUuid(event_id))).toISOString(),
    event: 'delivered',
    endpoint_id: showId('hook', fromUuid(endpoint_id)),
    type: event,
    status,
  }));
}
