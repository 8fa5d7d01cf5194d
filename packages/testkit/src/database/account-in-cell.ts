// Accounts in cells of the test's choice, without an API process that tells the cell about them.

import { createAccount, type Installation, type NewAccount } from '@leadline/server';
import { sql } from 'kysely';

/** `cell` is the database of the cell with this name. */
export async function makeAccountIn(
  directory: Installation,
  cell: Installation,
  name: string,
): Promise<NewAccount> {
  await sql`update leadline.cells set is_open = (name = ${name})`.execute(directory);
  const account = await createAccount(directory, 'owner@example.org', 'unlimited');
  await sql`update leadline.cells set is_open = true`.execute(directory);
  if (cell !== directory) await deliverToCell(directory, cell, account.accountId);
  return account;
}

/** Returns false if the cell has deleted the account. */
export async function deliverToCell(
  directory: Installation,
  cell: Installation,
  accountId: string,
): Promise<boolean> {
  const { rows } = await sql<{ packed: unknown; last: number | null }>`
    select packed, last_change as last from leadline.pack_account(${accountId})`.execute(directory);
  const { packed, last } = rows[0] as (typeof rows)[number];
  const { rows: told } = await sql<{ isKept: boolean }>`
    select leadline.unpack_account(${JSON.stringify(packed)}) as "isKept"`.execute(cell);
  const isKept = told[0]?.isKept === true;
  await sql`select leadline.settle_account(${accountId}, ${last}, '{}', ${!isKept})`.execute(directory);
  return isKept;
}
