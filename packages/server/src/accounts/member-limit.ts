// How many members an account may have. The library has a limit whether one is set or not, and tells of it only whoever
// accepts; here it is told to the owner who invites.

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
