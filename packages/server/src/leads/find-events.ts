// The IDs of all events about some leads that webhooks may have delivered.

import { fromUuid } from '../base/ids.ts';
import type { AccountScope } from '../db/account-scope.ts';
import { anyOf } from '../db/database.ts';

/** The event of a scored lead has the lead's ID, the event of an outcome has the outcome's. */
export async function findEvents(scope: AccountScope, leadIds: readonly string[]): Promise<string[]> {
  const outcomes = await scope.transaction
    .selectFrom('outcomes as o')
    .select('o.id')
    .where('o.account_id', '=', scope.accountId)
    .where('o.lead_id', '=', anyOf(leadIds))
    .execute();
  return [...leadIds, ...outcomes.map(({ id }) => fromUuid(id))];
}
