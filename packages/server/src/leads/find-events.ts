// Events that webhooks may have delivered about leads.

import { fromUuid } from '../base/ids.ts';
import type { AccountScope } from '../db/account-scope.ts';
import { anyOf } from '../db/database.ts';

/** What is or was told of leads: that they were scored, and their outcomes. */
export async function findEvents(scope: AccountScope, leadIds: readonly string[]): Promise<string[]> {
  const outcomes = await scope.transaction
    .selectFrom('outcomes as o')
    .select('o.id')
    .where('o.account_id', '=', scope.accountId)
    .where('o.lead_id', '=', anyOf(leadIds))
    .execute();
  return [...leadIds, ...outcomes.map(({ id }) => fromUuid(id))];
}
