// Runs drills/kill-api.ts with fewer kills.

import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { failedChecks } from '@leadline/testkit/drills/drill';
import { drillKillApi } from '@leadline/testkit/drills/kill-api';
import { expect, test } from 'vitest';

test('killing API processes under load neither loses nor duplicates an acknowledged lead', async () => {
  expect(failedChecks(await drillKillApi(await cloneDatabase(), 4))).toEqual([]);
}, 180_000);
