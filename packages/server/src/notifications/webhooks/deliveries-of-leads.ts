// Finds and deletes the deliveries about certain leads, to export or erase a person's data.

import type { Selectable } from 'kysely';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import { anyOf } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

/** Searches by endpoint and event, because they are the primary key. */
export function findDeliveries(
  scope: AccountScope,
  eventIds: readonly string[],
): Promise<Selectable<Tables['deliveries']>[]> {
  return scope.transaction
    .selectFrom('deliveries as d')
    .selectAll()
    .where('d.account_id', '=', scope.accountId)
    .where('d.endpoint_id', 'in', endpointsOf(scope))
    .where('d.event_id', '=', anyOf(eventIds))
    .orderBy('d.event_id')
    .execute();
}

export type ShownDelivery = Pick<
  Selectable<Tables['deliveries']>,
  'endpoint_id' | 'event_id' | 'event' | 'status' | 'last_attempt_at'
>;

/** Those of the newest events, newest first. */
export function findNewestDeliveries(
  scope: AccountScope,
  eventIds: readonly string[],
  limit: number,
): Promise<ShownDelivery[]> {
  return scope.transaction
    .selectFrom('deliveries as d')
    .select(['d.endpoint_id', 'd.event_id', 'd.event', 'd.status', 'd.last_attempt_at'])
    .where('d.account_id', '=', scope.accountId)
    .where('d.endpoint_id', 'in', endpointsOf(scope))
    .where('d.event_id', '=', anyOf(eventIds))
    .orderBy('d.event_id', 'desc')
    .orderBy('d.endpoint_id')
    .limit(limit)
    .execute();
}

/** Also deletes events that are still in the outbox. Returns the number of deliveries deleted. */
export async function deleteDeliveries(
  scope: AccountScope,
  leadIds: readonly string[],
  eventIds: readonly string[],
): Promise<number> {
  await scope.transaction
    .deleteFrom('outbox')
    .where('account_id', '=', scope.accountId)
    .where((e) => e.or([e('id', '=', anyOf(eventIds)), e('subject_id', '=', anyOf(leadIds))]))
    .execute();
  const byEvent = await scope.transaction
    .deleteFrom('deliveries')
    .where('account_id', '=', scope.accountId)
    .where('endpoint_id', 'in', endpointsOf(scope))
    .where('event_id', '=', anyOf(eventIds))
    .executeTakeFirst();
  const ofChanges = await scope.transaction
    .deleteFrom('deliveries')
    .where('account_id', '=', scope.accountId)
    .where('event', '<>', 'lead.scored')
    .where('lead_id', '=', anyOf(leadIds))
    .executeTakeFirst();
  return Number(byEvent.numDeletedRows + ofChanges.numDeletedRows);
}

const endpointsOf = (scope: AccountScope) =>
  scope.transaction
    .selectFrom('webhook_endpoints as h')
    .select('h.id')
    .where('h.account_id', '=', scope.accountId);
