// Brings everything that the directory knows about an account to its cell.

import { sql } from 'kysely';
import type pg from 'pg';
import {
  type Installation,
  type InstallationTransaction,
  inTransaction,
} from '../../platform/db/installation.ts';
import { MAIN_CELL } from '../places/cell-address.ts';

interface Packed {
  readonly cell: string;
  readonly packed: {
    readonly audit_log: readonly { readonly id: string }[];
    readonly changes: readonly { readonly task: string | null; readonly details: unknown }[];
  };
  readonly lastChange: number | null;
}

/** A cell and its database, which is null for the directory's own. */
export interface Destination {
  readonly name: string;
  readonly pool: pg.Pool | null;
}

/** Returns the name of another cell, and does nothing, if the account lives there. */
export const syncAccount = (
  directory: Installation,
  { name, pool }: Destination,
  accountId: string,
): Promise<string | null> =>
  inTransaction(directory, async (trx) => {
    const { rows } = await sql<Packed>`
      select cell, packed, last_change as "lastChange" from leadline.pack_account(${accountId})`.execute(trx);
    const [account] = rows;
    if (account === undefined) return null; // deleted
    const { cell, packed, lastChange } = account;
    if (cell !== name) return cell;
    const isKept = pool === null ? await runTasks(trx, accountId, packed) : await unpack(pool, packed);
    await sql`
      select leadline.settle_account(
        ${accountId}, ${lastChange}, ${packed.audit_log.map(({ id }) => id)}::uuid[], ${!isKept})`.execute(
      trx,
    );
    return null;
  });

async function runTasks(
  trx: InstallationTransaction,
  accountId: string,
  { changes }: Packed['packed'],
): Promise<true> {
  for (const { task, details } of changes)
    if (task !== null)
      await sql`select leadline.run_directory_task(${accountId}, ${task}, ${JSON.stringify(details)})`.execute(
        trx,
      );
  return true;
}

/** Returns false if the cell has deleted the account. */
async function unpack(pool: pg.Pool, packed: Packed['packed']): Promise<boolean> {
  const { rows } = await pool.query<{ isKept: boolean }>('select leadline.unpack_account($1) as "isKept"', [
    JSON.stringify(packed),
  ]);
  return rows[0]?.isKept === true;
}

/** The directory's own if the account was deleted. */
export async function findCell(directory: Installation, accountId: string): Promise<string> {
  const { rows } = await sql<{ cell: string }>`
    select cell from leadline.accounts where id = ${accountId}`.execute(directory);
  return rows[0]?.cell ?? MAIN_CELL;
}
