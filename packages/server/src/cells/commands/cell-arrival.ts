// Lets an imported account arrive in a cell. The cell stores it first, held, so that nobody can use it. The directory then
// records it like an account that has just moved there from `main`: if the import is killed before it opens the account, an
// API process does.

import { sql } from 'kysely';
import type { Arrival } from '../../operations/transfer/arrival.ts';
import { showId } from '../../platform/base/ids.ts';
import type { Cell } from '../directory/owner-connections.ts';
import { deleteCopy } from '../moves/delete-copy.ts';
import { findPresence } from '../moves/presence.ts';
import { MAIN_CELL } from '../places/cell-address.ts';

export const makeCellArrival = (cell: Cell): Arrival => ({
  db: cell.db,

  /** Deletes what an import that was killed has left in the cell. */
  async prepare(directory, accountIds) {
    const [accountId = ''] = accountIds;
    const { rows } = await sql<{ isHeld: boolean }>`
      select pg_try_advisory_xact_lock(leadline.lock_key(${accountId}, 'move')) as "isHeld"`.execute(
      directory,
    );
    if (rows[0]?.isHeld !== true)
      throw new Error(`another process is importing ${showId('acct', accountId)} right now`);
    const presence = await findPresence(cell.pool, accountId);
    if (presence === 'here' || presence === 'leaving')
      throw new Error(
        `the cell "${cell.name}" has this account in use, although the directory does not know it; nothing was changed`,
      );
    await deleteCopy({ cell, accountIds });
  },

  async place(directory, inCell, accountId) {
    await sql`
      update leadline.accounts set cell = ${cell.name}, presence = 'elsewhere'
      where ${accountId} in (id, test_of)`.execute(directory);
    await sql`
      insert into leadline.account_moves (account_id, source, target, step, frozen_at, switched_at)
      values (${accountId}, ${MAIN_CELL}, ${cell.name}, 'switched', now(), now())`.execute(directory);
    const { rows } = await sql<{ packed: string }>`
      select packed::text as packed from leadline.pack_account(${accountId})`.execute(directory);
    const { rows: unpacked } = await sql<{ isThere: boolean }>`
      select leadline.unpack_account(${rows[0]?.packed}, arriving => true) as "isThere"`.execute(inCell);
    if (unpacked[0]?.isThere !== true)
      throw new Error(`this account was deleted in the cell "${cell.name}"; choose another one with --cell`);
  },

  async finish(directory, accountId) {
    await sql`select leadline.unfreeze_account(${accountId})`.execute(cell.db);
    await sql`
      delete from leadline.account_moves where account_id = ${accountId} and step = 'switched'`.execute(
      directory,
    );
  },
});
