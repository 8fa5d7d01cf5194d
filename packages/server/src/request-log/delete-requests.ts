import { type AccountTransaction, anyOf } from '../db/database.ts';

/** Requests that made these leads. */
export async function deleteReceived(
  trx: AccountTransaction,
  accountId: string,
  leadIds: readonly string[],
): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('received')
    .where('account_id', '=', accountId)
    .where('lead_id', '=', anyOf(leadIds))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
