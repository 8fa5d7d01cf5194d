import type { AccountScope } from '../../platform/db/account-scope.ts';
import { anyOf } from '../../platform/db/database.ts';

/** Deletes the logged requests that created these leads, and returns how many. */
export async function deleteRequests(scope: AccountScope, leadIds: readonly string[]): Promise<number> {
  const { numDeletedRows } = await scope.transaction
    .deleteFrom('received')
    .where('account_id', '=', scope.accountId)
    .where('lead_id', '=', anyOf(leadIds))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
