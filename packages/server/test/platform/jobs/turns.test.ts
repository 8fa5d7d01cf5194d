// Accounts that wait for a turn: one turn each, even after a worker died during one.

import { openWorkerPool } from '@leadline/testkit/database/worker-pool';
import { uploadFile } from '@leadline/testkit/files/import-file';
import { toCsv } from '@leadline/testkit/files/to-csv';
import { useApi } from '@leadline/testkit/service/use-api';
import type pg from 'pg';
import type { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBoss } from '../../../src/platform/jobs/queues.ts';
import { queueMissedTurns } from '../../../src/platform/jobs/turns.ts';

const suite = useApi({ inOneCell: true });
let pool: pg.Pool;
let boss: PgBoss;

beforeAll(async () => {
  pool = openWorkerPool(suite.accountUrl);
  boss = openBoss(pool, { runs: false });
  await boss.start();
});
afterAll(async () => {
  await boss.stop({ close: false });
  await pool.end();
});

async function countTurns(): Promise<number> {
  const { rowCount } = await pool.query("select from leadline_jobs.job where name = 'import-turns'");
  return rowCount ?? 0;
}

test('an account that has something to do gets a turn unless it has one that waits, runs or will be retried', async () => {
  await uploadFile(suite.call, toCsv([{ email: 'ana@acme.com' }]), '&start=true');
  await queueMissedTurns(pool, boss);
  expect(await countTurns()).toBe(1);
  for (const state of ['created', 'active', 'retry']) {
    await pool.query("update leadline_jobs.job set state = $1 where name = 'import-turns'", [state]);
    await queueMissedTurns(pool, boss);
    expect(await countTurns(), state).toBe(1);
  }
  await pool.query("update leadline_jobs.job set state = 'failed' where name = 'import-turns'");
  await queueMissedTurns(pool, boss);
  expect(await countTurns()).toBe(2);
});
