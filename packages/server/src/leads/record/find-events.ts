// Finds the IDs of all events about the given leads that webhooks may have delivered.

import { fromUuid } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';
import { anyOf } from '../../platform/db/database.ts';

/** A scored event has the lead's ID; the others have the ID of the outcome or of the change of status. */
export async function findEvents(scope: AccountScope, leadIds: readonly string[]): Promise<string[]> {
  const outcomes = await scope.transaction
    .selectFrom('outcomes as o')
    .select('o.id')
    .where('o.account_id', '=', scope.accountId)
    .where('o.lead_id', '=', anyOf(leadIds))
    .execute();
  const changes = await scope.transaction
    .selectFrom('activities as t')
    .select('t.id')
    .where('t.account_id', '=', scope.accountId)
    .where('t.lead_id', '=', anyOf(leadIds))
    .where('t.kind', '=', 'status')
    .execute();
  return [...leadIds, ...[...outcomes, ...changes].map(({ id }) => fromUuid(id))];
}
