// Makes the writer wait in the database: whoever writes leads of an account needs its usage row first.

import type pg from 'pg';
import { vi } from 'vitest';
import { firstDayOf } from '../../src/quota/month.ts';

/** Holds the account's usage row of this month until the function it gives back is called. */
export async function holdUsage(owner: pg.Pool, accountId: string): Promise<() => Promise<void>> {
  const month = firstDayOf(new Date()).toISOString().slice(0, 10);
  const client = await owner.connect();
  await client.query('insert into leadline.usage values ($1, $2, 0) on conflict do nothing', [
    accountId,
    month,
  ]);
  await client.query('begin');
  await client.query('select from leadline.usage where account_id = $1 and month = $2 for update', [
    accountId,
    month,
  ]);
  return async () => {
    await client.query('commit');
    client.release();
  };
}

/** Resolves when so many statements of this database wait for a lock. */
export const waitForBlocked = (owner: pg.Pool, statements: number): Promise<void> =>
  vi.waitFor(
    async () => {
      const { rowCount } = await owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      if (rowCount !== statements) throw new Error(`${rowCount} statements wait, not ${statements}`);
    },
    { timeout: 5_000, interval: 10 },
  );
