// The members of an account, held still until the transaction ends: who lets somebody in, who changes and who removes one
// wait for each other, and each finds what the last one left.

import type { Role } from '@leadline/contract';
import { fromUuid } from '../base/ids.ts';
import type { AccountScope } from '../db/account-scope.ts';

/** What each user is, by their id. */
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
