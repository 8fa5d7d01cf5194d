// drills/allowance.ts at full size: it takes seconds.

import { expect, test } from 'vitest';
import { drillAllowance } from '../../../../drills/lib/allowance.ts';
import { brokenOf } from '../../../../drills/lib/drill.ts';
import { cloneDatabase } from '../support/database.ts';

test('of 5,000 posts at once on two processes, exactly the 500 of the allowance are stored', async () => {
  const size = { allowance: 500, posts: 5_000, connectionsPerProcess: 500 };
  expect(brokenOf(await drillAllowance(await cloneDatabase(), size))).toEqual([]);
}, 120_000);
