// Keeps the storage that an account uses up to date when its leads or outcomes change. write_leads counts new leads.

import { sql } from 'kysely';
import type { AccountScope } from '../../platform/db/account-scope.ts';

export interface Storage {
  readonly bytes: number;
  readonly leads: number;
}

/** Call this last in a transaction: other transactions of the account wait for the row. */
export async function changeStorage(
  { transaction, accountId }: AccountScope,
  { bytes, leads }: Storage,
): Promise<void> {
  await sql`
    update leadline.storage set bytes = bytes + ${bytes}::bigint, leads = leads + ${leads}::bigint
    where account_id = ${accountId}`.execute(transaction);
}
