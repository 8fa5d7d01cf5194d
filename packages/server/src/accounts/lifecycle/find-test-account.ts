// Finds the test account of a live account.

import { fromUuid } from '../../platform/base/ids.ts';
import { type AccountDatabase, inDatabaseOf } from '../../platform/db/account-scope.ts';

/** Null if the account is itself a test account. */
export async function findTestAccount(db: AccountDatabase, accountId: string): Promise<string | null> {
  const row = await inDatabaseOf(db, accountId, (database) =>
    database.selectFrom('accounts').select('id').where('test_of', '=', accountId).executeTakeFirst(),
  );
  return row === undefined ? null : fromUuid(row.id);
}
