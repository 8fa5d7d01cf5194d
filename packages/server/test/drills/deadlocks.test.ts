// drills/deadlocks.ts for three seconds.

import { expect, test } from 'vitest';
import { drillDeadlocks } from '../../../../drills/lib/deadlocks.ts';
import { brokenOf } from '../../../../drills/lib/drill.ts';
import { cloneDatabase } from '../support/database.ts';

test('batches of two processes over the same 1,000 accounts neither deadlock nor miscount', async () => {
  const size = { accounts: 1_000, connections: 64, seconds: 3 };
  expect(brokenOf(await drillDeadlocks(await cloneDatabase(), size))).toEqual([]);
}, 120_000);
