// Freezes an account for a moment, waits until the target has everything, and switches. Nobody can use the account in
// between, so this gives up early; an API process does the same for us if we hang.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { isLockTimeout } from '../../platform/db/is-lock-timeout.ts';
import type { Cell } from '../directory/owner-connections.ts';
import { MAIN_CELL } from '../places/cell-address.ts';
import { putOffMove, recordFreeze } from './account-moves.ts';
import { unpackArriving } from './pack-account.ts';
import { setPresence } from './presence.ts';
import { hasReached, type Replication, readPosition } from './replication.ts';
import { type CopySnapshot, takeSnapshot } from './verify-copy.ts';

export interface SwitchParts {
  readonly directory: pg.Pool;
  readonly accountId: string;
  readonly replication: Replication;
  /** Called at moments at which a crash is interesting. */
  readonly onMoment: (moment: 'frozen' | 'caught up') => void;
}

export type SwitchResult =
  | { readonly isSwitched: true; readonly frozenMs: number; readonly snapshot: CopySnapshot }
  | { readonly isSwitched: false; readonly reason: string };

const MAX_LOCK_MS = 1_000;
const MAX_CATCH_UP_MS = 1_000;
const POLL_MS = 10;
/** If this process hangs, the directory doesn't wait for it any longer. */
const MAX_IDLE_MS = 5_000;
const STATEMENT_TIMEOUT = '57014';

const BUSY = 'others are using the account';

export async function switchAccount(parts: SwitchParts): Promise<SwitchResult> {
  const { directory, accountId } = parts;
  const client = await directory.connect();
  let isBroken = true;
  try {
    await client.query(
      `begin; set local lock_timeout = ${MAX_LOCK_MS}; set local idle_in_transaction_session_timeout = ${MAX_IDLE_MS}`,
    );
    // Nothing may tell the source about changes in the directory after it is frozen.
    await client.query(`select pg_advisory_xact_lock(leadline.lock_key($1, 'pack'))`, [accountId]);
    const result = await freezeAndSwitch(parts, client);
    await client.query(result.isSwitched ? 'commit' : 'rollback');
    isBroken = false;
    return result;
  } catch (error) {
    if (isLockTimeout(error)) return { isSwitched: false, reason: BUSY };
    throw error;
  } finally {
    client.release(isBroken);
  }
}

async function freezeAndSwitch(parts: SwitchParts, client: pg.PoolClient): Promise<SwitchResult> {
  const { directory, accountId, replication, onMoment } = parts;
  const { source, target } = replication;
  const attempt = await recordFreeze(directory, accountId);
  const startedAt = performance.now();
  const putOff = async (reason: string): Promise<SwitchResult> => {
    await putOffMove(directory, accountId, attempt, () =>
      setPresence(source.pool, accountId, 'leaving', ['held']),
    );
    return { isSwitched: false, reason };
  };
  try {
    await freezeSource(source, accountId, replication.accountIds);
  } catch (error) {
    if (isLockTimeout(error) || (error as { code?: unknown }).code === STATEMENT_TIMEOUT) return putOff(BUSY);
    throw error;
  }
  onMoment('frozen');
  if (!(await catchUp(replication))) return putOff('the target is slow to catch up');
  onMoment('caught up');
  const snapshot = await takeSnapshot(target.db);
  try {
    const isSwitched = await recordSwitch(client, accountId, attempt, source, target);
    if (isSwitched) return { isSwitched, frozenMs: Math.round(performance.now() - startedAt), snapshot };
    await snapshot.close();
    return { isSwitched, reason: 'an API process let the account be used again, because it took too long' };
  } catch (error) {
    await snapshot.close();
    if (!isLockTimeout(error)) throw error;
    await client.query('rollback'); // which may hold a lock that opening the account needs
    return putOff('people or keys of the account are being changed');
  }
}

/** Waits for everybody who is using the account, and keeps everybody else out. */
async function freezeSource(source: Cell, accountId: string, accountIds: readonly string[]): Promise<void> {
  const client = await source.pool.connect();
  let isBroken = true;
  try {
    await client.query(
      `begin; set local lock_timeout = ${MAX_LOCK_MS}; set local statement_timeout = ${MAX_LOCK_MS}`,
    );
    // In this order: a request that takes the locks of the request log and the lead writer has the first one.
    await client.query(
      `select pg_advisory_xact_lock(leadline.lock_key(id, lock))
       from (select id, lock
             from unnest($1::uuid[]) as id, unnest('{place,requests,leads}'::text[]) with ordinality as s (lock, turn)
             order by turn, id) l`,
      [accountIds],
    );
    const isThere = await setPresence(client, accountId, 'held', ['here', 'leaving']);
    if (!isThere) throw new Error('the account is no longer in its cell; it may have been deleted');
    await client.query('commit');
    isBroken = false;
  } finally {
    client.release(isBroken);
  }
}

async function catchUp(replication: Replication): Promise<boolean> {
  const position = await readPosition(replication.source);
  const latest = performance.now() + MAX_CATCH_UP_MS;
  while (!(await hasReached(replication, position))) {
    if (performance.now() > latest) return false;
    await sleep(POLL_MS);
  }
  return true;
}

/** Returns false if the move was put off meanwhile. */
async function recordSwitch(
  client: pg.PoolClient,
  accountId: string,
  attempt: number,
  source: Cell,
  target: Cell,
): Promise<boolean> {
  // Waits for keys and members that are being added; those that are added later are noted for the target.
  await client.query('select from leadline.accounts where $1 in (id, test_of) order by id for update', [
    accountId,
  ]);
  if (target.name !== MAIN_CELL) await unpackArriving(client, target.pool, accountId);
  const { rowCount } = await client.query(
    `update leadline.account_moves set step = 'switched', switched_at = now()
     where account_id = $1 and step = 'frozen' and attempt = $2`,
    [accountId, attempt],
  );
  if (rowCount === 0) return false;
  // The directory's own copy stays until it is deleted.
  const presence = target.name === MAIN_CELL ? 'here' : source.name === MAIN_CELL ? 'held' : 'elsewhere';
  await client.query(
    `update leadline.accounts set cell = $2, presence = $3, leaves_at = coalesce(leaves_at, now())
     where $1 in (id, test_of)`,
    [accountId, target.name, presence],
  );
  if (target.name === MAIN_CELL) await runTasks(client, accountId);
  else await client.query('insert into leadline.directory_changes (account_id) values ($1)', [accountId]);
  return true;
}

/** Those that the source would have been told about. */
async function runTasks(client: pg.PoolClient, accountId: string): Promise<void> {
  await client.query(
    `select leadline.run_directory_task($1, c.task, c.details)
     from (select task, details from leadline.directory_changes where account_id = $1 and task is not null order by id) c`,
    [accountId],
  );
  await client.query('delete from leadline.directory_changes where account_id = $1', [accountId]);
}
