// Deliveries about leads, for exporting and erasing a person's data.

import type { Selectable } from 'kysely';
import { type AccountTransaction, anyOf } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

/** Found by endpoint and event, which is their key. */
export function findDeliveries(
  trx: AccountTransaction,
  accountId: string,
  eventIds: readonly string[],
): Promise<Selectable<Tables['deliveries']>[]> {
  return trx
    .selectFrom('deliveries as d')
    .selectAll()
    .where('d.account_id', '=', accountId)
    .where('d.endpoint_id', 'in', endpointsOf(trx, accountId))
    .where('d.event_id', '=', anyOf(eventIds))
    .orderBy('d.event_id')
    .execute();
}

/** Also deletes events that are still in the outbox. Returns the number of deliveries. */
export async function deleteDeliveries(
  trx: AccountTransaction,
  accountId: string,
  leadIds: readonly string[],
  eventIds: readonly string[],
): Promise<number> {
  await trx
    .deleteFrom('outbox')
    .where('account_id', '=', accountId)
    .where((e) => e.or([e('id', '=', anyOf(eventIds)), e('subject_id', '=', anyOf(leadIds))]))
    .execute();
  const byEvent = await trx
    .deleteFrom('deliveries')
    .where('account_id', '=', accountId)
    .where('endpoint_id', 'in', endpointsOf(trx, accountId))
    .where('event_id', '=', anyOf(eventIds))
    .executeTakeFirst();
  const ofOutcomes = await trx
    .deleteFrom('deliveries')
    .where('account_id', '=', accountId)
    .where('event', '=', 'lead.outcome')
    .where('lead_id', '=', anyOf(leadIds))
    .executeTakeFirst();
  return Number(byEvent.numDeletedRows + ofOutcomes.numDeletedRows);
}

const endpointsOf = (trx: AccountTransaction, accountId: string) =>
  trx.selectFrom('webhook_endpoints as h').select('h.id').where('h.account_id', '=', accountId);
