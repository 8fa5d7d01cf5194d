// Lists the deliveries to an endpoint, redelivers them and sends test events.

import type { Delivery, DeliveryPage, DeliveryQuery } from '@leadline/contract';
import { type Selectable, sql } from 'kysely';
import { fromUuid, makeId, showId, timeOfId } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import type { Tables } from '../../platform/db/tables.ts';

/** Per request. */
const MAX_REDELIVERED = 10_000;

/** How many deliveries a page may look at for those with a status. They have no index of their own, which would make every
 * change of a status more expensive. */
const MAX_SEARCHED = 20_000;

/** Newest first. A page that found too little within what it may look at is short or empty, and has a cursor. Like the
 * functions below, returns null if the account has no such endpoint. */
export async function listDeliveries(
  scope: AccountScope,
  endpointId: string,
  { limit = 50, status }: DeliveryQuery,
  cursor: string | null,
): Promise<DeliveryPage | null> {
  if ((await findState(scope, endpointId)) === null) return null;
  let newest = scope.transaction
    .selectFrom('deliveries as x')
    .selectAll()
    .where('x.account_id', '=', scope.accountId)
    .where('x.endpoint_id', '=', endpointId)
    .orderBy('x.event_id', 'desc');
  if (cursor !== null) newest = newest.where('x.event_id', '<', cursor);
  let deliveries = scope.transaction.selectFrom(newest.limit(MAX_SEARCHED).as('d')).selectAll();
  if (status !== undefined) deliveries = deliveries.where('d.status', '=', status);
  const rows = await deliveries
    .orderBy('d.event_id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit).map(toDelivery);
  if (rows.length > limit) return { success: true, data: page, next_cursor: page.at(-1)?.event_id ?? null };
  const last = await newest
    .clearSelect()
    .select('x.event_id')
    .offset(MAX_SEARCHED - 1)
    .limit(1)
    .executeTakeFirst();
  const next_cursor = last === undefined ? null : showId('evt', fromUuid(last.event_id));
  return { success: true, data: page, next_cursor };
}

/** Redelivers one event, unless it is still pending, or all failed ones. Returns 'off' if the endpoint is disabled. */
export async function redeliver(
  scope: AccountScope,
  endpointId: string,
  which: { readonly eventId: string } | 'all failed',
): Promise<number | 'off' | null> {
  const state = await findState(scope, endpointId);
  if (state !== 'on') return state;
  // In one statement, because the main thread would take 0.1 s to build another with 10,000 rows. An array, because with
  // a join, PostgreSQL may compare all pairs: 5 s for 6,000.
  const { numAffectedRows } = await sql`
    with queued as (
      update leadline.deliveries d set status = 'pending', attempts = 0, next_attempt_at = now()
      where d.account_id = ${scope.accountId} and d.endpoint_id = ${endpointId} and d.event_id = any (array(
        select x.event_id from leadline.deliveries x
        where x.account_id = ${scope.accountId} and x.endpoint_id = ${endpointId}
          and ${which === 'all failed' ? sql`x.status = 'failed'` : sql`x.event_id = ${which.eventId} and (x.status <> 'pending' or x.next_attempt_at < now() - interval '1 hour')`}
        order by x.event_id limit ${MAX_REDELIVERED} for update))
      returning d.event_id
    )
    insert into leadline.outbox (account_id, id, kind, subject_id, data)
    select ${scope.accountId}, uuidv7(), 'delivery', ${endpointId}, json_build_object('event_id', q.event_id)
    from queued q`.execute(scope.transaction);
  return Number(numAffectedRows ?? 0);
}

/** Sends a test event to this endpoint only, regardless of which events it subscribes to. */
export async function sendTest(
  scope: AccountScope,
  endpointId: string,
): Promise<{ event_id: string } | 'off' | null> {
  const state = await findState(scope, endpointId);
  if (state !== 'on') return state;
  const id = makeId();
  await scope.transaction
    .insertInto('outbox')
    .values({
      account_id: scope.accountId,
      id,
      kind: 'webhook.test',
      subject_id: endpointId,
      data: JSON.stringify({ webhook_id: showId('hook', endpointId), message: 'A test from Leadline.' }),
    })
    .execute();
  return { event_id: showId('evt', id) };
}

async function findState(scope: AccountScope, endpointId: string): Promise<'on' | 'off' | null> {
  const row = await scope.transaction
    .selectFrom('webhook_endpoints as e')
    .select('e.disabled_at')
    .where('e.account_id', '=', scope.accountId)
    .where('e.id', '=', endpointId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return row.disabled_at === null ? 'on' : 'off';
}

export function toDelivery(row: Selectable<Tables['deliveries']>): Delivery {
  const eventId = fromUuid(row.event_id);
  return {
    event_id: showId('evt', eventId),
    event: row.event,
    lead_id: row.lead_id === null ? null : showId('lead', fromUuid(row.lead_id)),
    status: row.status,
    attempts: row.attempts,
    created_at: timeOfId(eventId).toISOString(),
    last_attempt_at: row.last_attempt_at?.toISOString() ?? null,
    next_attempt_at: row.status === 'pending' ? (row.next_attempt_at?.toISOString() ?? null) : null,
    response_status: row.response_status,
    response_excerpt: row.response_excerpt,
    error: row.error,
  };
}
