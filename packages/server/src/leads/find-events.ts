// Events that webhooks may have delivered about leads.

import { fromUuid } from '../base/ids.ts';
import { type AccountTransaction, anyOf } from '../db/database.ts';

/** What is or was told of leads: that they were scored, and their outcomes. */
export async function findEvents(
  trx: AccountTransaction,
  accountId: string,
  leadIds: readonly string[],
): Promise<string[]> {
  const outcomes = await trx
    .selectFrom('outcomes as o')
    .select('o.id')
    .where('o.account_id', '=', accountId)
    .where('o.lead_id', '=', anyOf(leadIds))
    .execute();
  return [...leadIds, ...outcomes.map(({ id }) => fromUuid(id))];
}
