// How many members an account may have. The library enforces a limit only when an invitation is accepted; we also tell the
// owner who sends it.

import type { Installation } from '../db/installation.ts';

export const MAX_MEMBERS = 1_000;

export async function isFull(db: Installation, accountId: string): Promise<boolean> {
  const { members } = await db
    .selectFrom('members')
    .select(({ fn }) => fn.countAll<number>().as('members'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return members >= MAX_MEMBERS;
}
