// Makes the source's worker leave an account alone. The API still serves it.

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { setPresence } from './presence.ts';

const MAX_WAIT_MS = 60_000;
const POLL_MS = 20;
/** Enough to commit. See sql/held_accounts.sql for why the worker is told in advance. */
const NOTICE = '1 second';

/** Returns false if a transaction has been running for so long that the worker got the account back. */
export async function releaseFromWorker(source: pg.Pool, accountId: string): Promise<boolean> {
  while (!(await giveNotice(source, accountId)));
  const { rows } = await source.query<{ waitMs: number; leavesAt: string }>(
    `select greatest(0, extract(epoch from leaves_at - clock_timestamp()) * 1000)::float8 as "waitMs",
       leaves_at::text as "leavesAt"
     from leadline.accounts where id = $1 and presence = 'leaving'`,
    [accountId],
  );
  const [leaving] = rows;
  if (leaving === undefined)
    throw new Error('the account is no longer in its cell; it may have been deleted');
  await sleep(leaving.waitMs);
  if (await waitForTransactions(source, MAX_WAIT_MS, leaving.leavesAt)) return true;
  await setPresence(source, accountId, 'here', ['leaving']);
  return false;
}

/** Returns false if the notice has come too late. An account that is leaving already needs none. */
async function giveNotice(source: pg.Pool, accountId: string): Promise<boolean> {
  const { rows: noticed } = await source.query<{ leavesAt: string }>(
    `update leadline.accounts set presence = 'leaving', leaves_at = clock_timestamp() + $2::interval
     where $1 in (id, test_of) and presence in ('here', 'held') returning leaves_at::text as "leavesAt"`,
    [accountId, NOTICE],
  );
  const { rows } = await source.query<{ isInTime: boolean }>(
    'select coalesce(clock_timestamp() < $1::timestamptz, true) as "isInTime"',
    [noticed[0]?.leavesAt ?? null],
  );
  if (rows[0]?.isInTime === true) return true;
  await setPresence(source, accountId, 'here', ['leaving']);
  return false;
}

/** Waits until all transactions that began before `moment`, or else are running now, have ended. Returns whether they have. */
export async function waitForTransactions(
  pool: pg.Pool,
  maxWaitMs: number,
  moment: string | null = null,
): Promise<boolean> {
  const { rows: running } = await pool.query<{ pid: number; startedAt: string }>(
    `select pid, xact_start::text as "startedAt" from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
       and xact_start <= coalesce($1::timestamptz, now())`,
    [moment],
  );
  const latest = performance.now() + maxWaitMs;
  for (;;) {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity a
       join unnest($1::integer[], $2::text[]) as r (pid, started_at) on r.pid = a.pid and r.started_at = a.xact_start::text`,
      [running.map(({ pid }) => pid), running.map(({ startedAt }) => startedAt)],
    );
    if (rowCount === 0) return true;
    if (performance.now() > latest) return false;
    await sleep(POLL_MS);
  }
}
