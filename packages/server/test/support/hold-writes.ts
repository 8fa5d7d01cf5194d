// Blocks the writes of one account by holding its lock.

import { findAccountUrl } from '@leadline/testkit/database/test-cells';
import { expect } from 'vitest';
import { openPool } from '../../src/platform/db/pool.ts';

export interface HeldWrites {
  /** Resolves once a write is blocked. */
  whenWaiting(): Promise<void>;
  release(): Promise<void>;
}

export async function holdWrites(databaseUrl: string, accountId: string): Promise<HeldWrites> {
  const pool = openPool(await findAccountUrl(databaseUrl, { accountId }), { size: 2 });
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query(`select pg_advisory_xact_lock(leadline.lock_key($1, 'leads'))`, [accountId]);
  return {
    whenWaiting: () =>
      expect
        .poll(async () => {
          const { rows } = await pool.query<{ writes: number }>(
            `select count(*)::int as writes from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock'`,
          );
          return rows[0]?.writes;
        })
        .toBeGreaterThanOrEqual(1),
    release: async () => {
      await holder.query('rollback');
      holder.release();
      await pool.end();
    },
  };
}
