// Finds the IDs of all events about the given leads that webhooks may have delivered.

import { fromUuid } from '../base/ids.ts';
import type { AccountScope } from '../db/account-scope.ts';
import { anyOf } from '../db/database.ts';

/** A scored event has the lead's ID; an outcome event has the outcome's ID. */
export async function findEvents(scope: AccountScope, leadIds: readonly string[]): Promise<string[]> {
  const outcomes = await scope.transaction
    .selectFrom('outcomes as o')
    .select('o.id')
    .where('o.account_id', '=', scope.accountId)
    .where('o.lead_id', '=', anyOf(leadIds))
    .execute();
  return [...leadIds, ...outcomes.map(({ id }) => fromUuid(id))];
}
