// drills/kill-postgres.ts, fewer crashes, on a PostgreSQL that no other suite needs.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenOf } from '../../../../drills/lib/drill.ts';
import { drillKillPostgres } from '../../../../drills/lib/kill-postgres.ts';
import { type DrillPostgres, startDrillPostgres } from '../../../../drills/lib/postgres.ts';

let postgres: DrillPostgres;
beforeAll(async () => {
  postgres = await startDrillPostgres();
});
afterAll(() => postgres.remove());

test('crashes of PostgreSQL under load lose no acknowledged lead, and the API recovers by itself', async () => {
  expect(brokenOf(await drillKillPostgres(postgres, [1, 7]))).toEqual([]);
}, 180_000);
