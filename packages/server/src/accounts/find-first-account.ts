// The account that was made when a fresh installation started.

import { fromUuid } from '../base/ids.ts';
import type { Installation } from '../db/installation.ts';

/** By which it is known: no customer has this address. */
export const FIRST_ACCOUNT_EMAIL = 'operator@localhost';

/** Null when there is none, or none that is so young. */
export async function findFirstAccount(db: Installation, youngerThanMs?: number): Promise<string | null> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', FIRST_ACCOUNT_EMAIL)
    .where('test_of', 'is', null)
    .$if(youngerThanMs !== undefined, (query) =>
      query.where('created_at', '>', new Date(Date.now() - (youngerThanMs ?? 0))),
    )
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : fromUuid(row.id);
}
