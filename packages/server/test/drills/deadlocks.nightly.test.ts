// Runs drills/deadlocks.ts for three seconds.

import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { drillDeadlocks } from '@leadline/testkit/drills/deadlocks';
import { failedChecks } from '@leadline/testkit/drills/drill';
import { expect, test } from 'vitest';

test('batches from two processes to the same 1,000 accounts neither deadlock nor miscount', async () => {
  const size = { accounts: 1_000, connections: 64, seconds: 3 };
  expect(failedChecks(await drillDeadlocks(await cloneDatabase(), size))).toEqual([]);
}, 120_000);
