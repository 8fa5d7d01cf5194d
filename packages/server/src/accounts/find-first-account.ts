// Finds the account that was created when the installation first started.

import { fromUuid } from '../base/ids.ts';
import type { Installation } from '../db/installation.ts';

/** Identifies the account, since no customer can have this email. */
export const FIRST_ACCOUNT_EMAIL = 'operator@localhost';

/** Null if it doesn't exist or is older than `youngerThanMs`. */
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
