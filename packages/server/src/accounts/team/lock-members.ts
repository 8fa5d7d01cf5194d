// Locks an account's members until the transaction ends, so that changes to a team happen one at a time.

import type { Role } from '@leadline/contract';
import { fromUuid } from '../../platform/base/ids.ts';
import type { AccountScope } from '../../platform/db/account-scope.ts';

/** Returns each member's role, by user ID. */
export async function lockMembers({
  transaction,
  accountId,
}: AccountScope): Promise<ReadonlyMap<string, Role>> {
  const members = await transaction
    .selectFrom('members')
    .select(['user_id', 'role'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(members.map(({ user_id, role }) => [fromUuid(user_id), role]));
}
