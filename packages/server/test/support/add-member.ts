// Adds a person to an account, without an invitation.

import type { Role } from '@leadline/contract';
import { newEmail } from '@leadline/testkit/leads/make-lead';
import { makeId } from '../../src/platform/base/ids.ts';
import type { Database } from '../../src/platform/db/database.ts';

export async function addMember(
  owner: Database,
  accountId: string,
  role: Role,
  name = 'Robin Example',
): Promise<{ userId: string; email: string }> {
  const userId = makeId();
  const email = newEmail();
  await owner.insertInto('users').values({ id: userId, name, email, email_verified: true }).execute();
  await owner
    .insertInto('members')
    .values({ id: makeId(), account_id: accountId, user_id: userId, role })
    .execute();
  return { userId, email };
}
