// The twin of an account that holds its test leads.

import { fromUuid } from '../base/ids.ts';
import type { Database } from '../db/database.ts';

/** Null for a twin, which has none itself. */
export async function findTestAccount(db: Database, accountId: string): Promise<string | null> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('test_of', '=', accountId)
    .executeTakeFirst();
  return row === undefined ? null : fromUuid(row.id);
}
