// Finds the account that was created when the installation first started.

import { fromUuid } from '../../platform/base/ids.ts';
import type { Installation } from '../../platform/db/installation.ts';

/** Identifies the account, since no customer can have this email. */
export const FIRST_ACCOUNT_EMAIL = 'operator@localhost';

export async function findFirstAccount(db: Installation): Promise<string | null> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', FIRST_ACCOUNT_EMAIL)
    .where('test_of', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : fromUuid(row.id);
}
