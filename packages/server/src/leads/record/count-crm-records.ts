// How many records of the CRM belong to leads that are about to be deleted. Deleting a lead forgets its record, and the CRM keeps
// it.

import type { AccountScope } from '../../platform/db/account-scope.ts';
import { anyOf } from '../../platform/db/database.ts';

export async function countCrmRecords(
  { transaction, accountId }: AccountScope,
  leadIds: readonly string[],
): Promise<number> {
  const { count } = await transaction
    .selectFrom('crm_records as r')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('r.account_id', '=', accountId)
    .where('r.lead_id', '=', anyOf(leadIds))
    .where('r.is_gone', '=', false)
    .executeTakeFirstOrThrow();
  return Number(count);
}
