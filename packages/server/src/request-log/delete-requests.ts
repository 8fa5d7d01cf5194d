import type { AccountScope } from '../db/account-scope.ts';
import { anyOf } from '../db/database.ts';

/** Requests that made these leads. */
export async function deleteReceived(scope: AccountScope, leadIds: readonly string[]): Promise<number> {
  const { numDeletedRows } = await scope.transaction
    .deleteFrom('received')
    .where('account_id', '=', scope.accountId)
    .where('lead_id', '=', anyOf(leadIds))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
