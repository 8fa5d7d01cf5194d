// Limits the members of an account. The library only enforces a limit when an invitation is accepted; we also tell the
// owner when they send one.

import type { Installation } from '../../platform/db/installation.ts';

export const MAX_MEMBERS = 1_000;

export async function isFull(db: Installation, accountId: string): Promise<boolean> {
  const { members } = await db
    .selectFrom('members')
    .select(({ fn }) => fn.countAll<number>().as('members'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return members >= MAX_MEMBERS;
}
