// Finds the test account of a live account.

import { fromUuid } from '../base/ids.ts';
import type { Database } from '../db/database.ts';

/** Null if the account is itself a test account. */
export async function findTestAccount(db: Database, accountId: string): Promise<string | null> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('test_of', '=', accountId)
    .executeTakeFirst();
  return row === undefined ? null : fromUuid(row.id);
}
