// Runs drills/kill-postgres.ts with fewer crashes, on its own PostgreSQL server.

import {
  type CrashablePostgres,
  startCrashablePostgres,
} from '@leadline/testkit/database/crashable-postgres';
import { failedChecks } from '@leadline/testkit/drills/drill';
import { drillKillPostgres } from '@leadline/testkit/drills/kill-postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';

let postgres: CrashablePostgres;
beforeAll(async () => {
  postgres = await startCrashablePostgres();
});
afterAll(() => postgres.remove());

test('PostgreSQL crashes under load lose no acknowledged lead, and the API recovers by itself', async () => {
  expect(failedChecks(await drillKillPostgres(postgres, [1, 7]))).toEqual([]);
}, 180_000);
