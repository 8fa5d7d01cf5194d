// The directory's list of accounts on their way. Each step is recorded there before the next one begins, so that a move can be
// resumed after its process was killed.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { showId } from '../../platform/base/ids.ts';
import type { MoveStep } from '../../platform/db/tables.ts';

export interface RecordedMove {
  readonly source: string;
  readonly target: string;
  readonly step: MoveStep;
  readonly attempt: number;
  readonly frozenAt: Date | null;
  readonly switchedAt: Date | null;
  readonly deleteSourceAt: Date | null;
}

const MAX_LOCK_WAIT_MS = 2_000;
const LOCK_PAUSE_MS = 50;

export async function findMove(directory: pg.Pool, accountId: string): Promise<RecordedMove | null> {
  const { rows } = await directory.query<RecordedMove>(
    `select source, target, step, attempt, frozen_at as "frozenAt", switched_at as "switchedAt",
       delete_source_at as "deleteSourceAt"
     from leadline.account_moves where account_id = $1`,
    [accountId],
  );
  return rows[0] ?? null;
}

/** Runs `work` unless another process is moving the account. */
export async function holdMove<T>(directory: pg.Pool, accountId: string, work: () => Promise<T>): Promise<T> {
  const client = await directory.connect();
  try {
    // If our machine dies, PostgreSQL notices within half a minute, and an API process gives the account back.
    await client.query(
      'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3',
    );
    if (!(await takeMoveLock(client, accountId)))
      throw new Error(`another process is moving ${showId('acct', accountId)} right now`);
    return await work();
  } finally {
    client.release(true); // which also releases the lock
  }
}

/** An API process that looks after a dead mover has the lock for a moment. */
async function takeMoveLock(client: pg.PoolClient, accountId: string): Promise<boolean> {
  for (const latest = performance.now() + MAX_LOCK_WAIT_MS; ; await sleep(LOCK_PAUSE_MS)) {
    const { rows } = await client.query<{ isHeld: boolean }>(
      `select pg_try_advisory_lock(leadline.lock_key($1, 'move')) as "isHeld"`,
      [accountId],
    );
    if (rows[0]?.isHeld === true) return true;
    if (performance.now() > latest) return false;
  }
}

/** Returns the number of the attempt. */
export async function recordFreeze(directory: pg.Pool, accountId: string): Promise<number> {
  const { rows } = await directory.query<{ attempt: number }>(
    `update leadline.account_moves set step = 'frozen', attempt = attempt + 1, frozen_at = now()
     where account_id = $1 and step = 'copying' returning attempt`,
    [accountId],
  );
  const [frozen] = rows;
  if (frozen === undefined) throw new Error('the move was changed by another process; run the command again');
  return frozen.attempt;
}

/** Ends a freeze, unless it has already ended. `open` then lets everybody use the account in the source again: only once the
 * account can't be switched any more, and while the row is locked, so that it can't meet the next freeze. */
export async function putOffMove(
  directory: pg.Pool,
  accountId: string,
  attempt: number,
  open: () => Promise<unknown>,
): Promise<void> {
  const { rowCount } = await directory.query(
    `update leadline.account_moves set step = 'copying', attempt = attempt + 1
     where account_id = $1 and step = 'frozen' and attempt = $2`,
    [accountId, attempt],
  );
  if (rowCount === 1) await whileCopying(directory, accountId, open);
}

/** Runs `open` unless the move has gone on. */
export async function whileCopying(
  directory: pg.Pool,
  accountId: string,
  open: () => Promise<unknown>,
): Promise<void> {
  const client = await directory.connect();
  let isBroken = true;
  try {
    await client.query('begin');
    const { rowCount } = await client.query(
      `select from leadline.account_moves where account_id = $1 and step = 'copying' for update`,
      [accountId],
    );
    if (rowCount === 1) await open();
    await client.query('commit');
    isBroken = false;
  } finally {
    client.release(isBroken);
  }
}
