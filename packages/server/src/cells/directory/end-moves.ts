// Lets accounts be used again whose mover has died.

import { sql } from 'kysely';
import { type Installation, inTransaction } from '../../platform/db/installation.ts';
import type { Destination } from './sync-account.ts';

export interface OpenMove {
  readonly accountId: string;
  readonly step: 'copying' | 'switched';
  /** Where the account lives. */
  readonly cell: string;
}

/** A freeze takes a part of a second. After this, the account is used where it was. */
const MAX_FROZEN = '1 second';
const MAX_PER_CELL = 200;

/** Counts the attempt in a transaction of its own: from then on the mover can't switch any more. */
export async function endFreezes(directory: Installation): Promise<void> {
  await sql`
    update leadline.account_moves set step = 'copying', attempt = attempt + 1
    where step = 'frozen' and frozen_at < now() - ${MAX_FROZEN}::interval`.execute(directory);
}

export async function listOpenMoves(directory: Installation): Promise<OpenMove[]> {
  const { rows } = await sql<OpenMove>`
    select "accountId", step, cell from (
      select m.account_id as "accountId", m.step, c.cell, row_number() over (partition by c.cell order by random()) as place
      from leadline.account_moves m
      cross join lateral (select case m.step when 'copying' then m.source else m.target end as cell) c
      where m.step in ('copying', 'switched')) moves
    where place <= ${MAX_PER_CELL}`.execute(directory);
  return rows;
}

/** The row stays locked meanwhile, so that the move can't take its next step. While the mover lives, it has a lock, and the
 * worker stays away from an account that is about to leave. */
export const openMoved = (
  directory: Installation,
  { pool }: Destination,
  { accountId, step }: OpenMove,
): Promise<void> =>
  inTransaction(directory, async (trx) => {
    const { rows } = await sql<{ isDead: boolean }>`
      select step = 'copying' and pg_try_advisory_xact_lock(leadline.lock_key(account_id, 'move')) as "isDead"
      from (select account_id, step from leadline.account_moves
            where account_id = ${accountId} and step = ${step} for update skip locked) held`.execute(trx);
    const [held] = rows;
    if (held === undefined) return;
    const open = held.isDead ? 'give_back_account' : 'unfreeze_account';
    if (pool === null) await sql`select ${sql.ref(`leadline.${open}`)}(${accountId})`.execute(trx);
    else await pool.query(`select leadline.${open}($1)`, [accountId]);
  });
