// What became of the deliveries to an endpoint; delivering again, and a test.

import type { Delivery, DeliveryPage, DeliveryQuery } from '@leadline/contract';
import { type Selectable, sql } from 'kysely';
import { fromUuid, makeId, showId, timeOfId } from '../base/ids.ts';
import { type AccountTransaction, asAccount, type Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

/** As many as one request may set going again. */
const MAX_AT_ONCE = 10_000;

/** Newest first. Null when the account has no such endpoint; so below. */
export async function listDeliveries(
  db: Database,
  accountId: string,
  endpointId: string,
  { limit = 50, status }: DeliveryQuery,
  cursor: string | null,
): Promise<DeliveryPage | null> {
  return asAccount(db, accountId, async (trx) => {
    if ((await findState(trx, accountId, endpointId)) === null) return null;
    let deliveries = trx
      .selectFrom('deliveries as d')
      .selectAll()
      .where('d.account_id', '=', accountId)
      .where('d.endpoint_id', '=', endpointId);
    if (status !== undefined) deliveries = deliveries.where('d.status', '=', status);
    if (cursor !== null) deliveries = deliveries.where('d.event_id', '<', cursor);
    const rows = await deliveries
      .orderBy('d.event_id', 'desc')
      .limit(limit + 1)
      .execute();
    const page = rows.slice(0, limit).map(toDelivery);
    return {
      success: true,
      data: page,
      next_cursor: rows.length > limit ? (page.at(-1)?.event_id ?? null) : null,
    };
  });
}

/** One event, or all that failed. What is still on its way is left alone. 'off': the endpoint is switched off. */
export async function redeliver(
  db: Database,
  accountId: string,
  endpointId: string,
  which: { readonly eventId: string } | 'all failed',
): Promise<number | 'off' | null> {
  return asAccount(db, accountId, async (trx) => {
    const state = await findState(trx, accountId, endpointId);
    if (state !== 'on') return state;
    const { rows } = await sql<{ event_id: string }>`
      update leadline.deliveries d set status = 'pending', attempts = 0, next_attempt_at = now()
      where d.account_id = ${accountId} and d.endpoint_id = ${endpointId} and d.event_id in (
        select x.event_id from leadline.deliveries x
        where x.account_id = ${accountId} and x.endpoint_id = ${endpointId}
          and ${which === 'all failed' ? sql`x.status = 'failed'` : sql`x.event_id = ${which.eventId} and (x.status <> 'pending' or x.next_attempt_at < now() - interval '1 hour')`}
        order by x.event_id limit ${MAX_AT_ONCE} for update)
      returning d.event_id`.execute(trx);
    if (rows.length > 0) {
      await trx
        .insertInto('outbox')
        .values(
          rows.map(({ event_id }) => ({
            account_id: accountId,
            id: makeId(),
            kind: 'delivery',
            subject_id: endpointId,
            data: JSON.stringify({ event_id }),
          })),
        )
        .execute();
    }
    return rows.length;
  });
}

/** An event of its own, to this endpoint alone, whatever it has asked for. */
export async function sendTest(
  db: Database,
  accountId: string,
  endpointId: string,
): Promise<{ event_id: string } | 'off' | null> {
  return asAccount(db, accountId, async (trx) => {
    const state = await findState(trx, accountId, endpointId);
    if (state !== 'on') return state;
    const id = makeId();
    await trx
      .insertInto('outbox')
      .values({
        account_id: accountId,
        id,
        kind: 'webhook.test',
        subject_id: endpointId,
        data: JSON.stringify({ webhook_id: showId('hook', endpointId), message: 'A test from Leadline.' }),
      })
      .execute();
    return { event_id: showId('evt', id) };
  });
}

async function findState(
  trx: AccountTransaction,
  accountId: string,
  endpointId: string,
): Promise<'on' | 'off' | null> {
  const row = await trx
    .selectFrom('webhook_endpoints as e')
    .select('e.disabled_at')
    .where('e.account_id', '=', accountId)
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
