// Holds an account's lock, which makes every write of its leads wait.

import type pg from 'pg';
import { vi } from 'vitest';

/** Holds the lock until the returned function is called. */
export async function holdAccount(owner: pg.Pool, accountId: string): Promise<() => Promise<void>> {
  const client = await owner.connect();
  await client.query('begin');
  await client.query(`select pg_advisory_xact_lock(leadline.lock_key($1, 'leads'))`, [accountId]);
  return async () => {
    await client.query('commit');
    client.release();
  };
}

/** Resolves once this many statements in the database wait for a lock. */
export const waitForBlocked = (owner: pg.Pool, statements: number): Promise<void> =>
  vi.waitFor(
    async () => {
      const { rowCount } = await owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      if (rowCount !== statements)
        throw new Error(`${rowCount} statements are waiting, expected ${statements}`);
    },
    { timeout: 5_000, interval: 10 },
  );
