// drills/allowance.ts at full size: it takes seconds.

import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { drillAllowance } from '@leadline/testkit/drills/allowance';
import { failedChecks } from '@leadline/testkit/drills/drill';
import { expect, test } from 'vitest';

test('of 5,000 posts at once on two processes, exactly the 500 of the allowance are stored', async () => {
  const size = { allowance: 500, posts: 5_000, connectionsPerProcess: 500 };
  expect(failedChecks(await drillAllowance(await cloneDatabase(), size))).toEqual([]);
}, 120_000);
