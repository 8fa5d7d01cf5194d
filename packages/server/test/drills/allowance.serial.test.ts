// Runs drills/allowance.ts at full size, which takes only seconds.

import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { drillAllowance } from '@leadline/testkit/drills/allowance';
import { failedChecks } from '@leadline/testkit/drills/drill';
import { expect, test } from 'vitest';

test('of 5,000 concurrent posts to two processes, exactly the plan’s 500 leads and 1,000 of spam are stored', async () => {
  const size = { allowance: 500, posts: 3_800, spam: 1_200, connectionsPerProcess: 500 };
  expect(failedChecks(await drillAllowance(await cloneDatabase(), size))).toEqual([]);
}, 120_000);
