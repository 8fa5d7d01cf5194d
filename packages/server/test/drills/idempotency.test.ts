// drills/idempotency.ts, fewer rounds.

import { expect, test } from 'vitest';
import { brokenOf } from '../../../../drills/lib/drill.ts';
import { drillIdempotency } from '../../../../drills/lib/idempotency.ts';
import { cloneDatabase } from '../support/database.ts';

test('one request sent 50 times at once to two processes is one lead, and a legacy call without a key is 50', async () => {
  expect(brokenOf(await drillIdempotency(await cloneDatabase(), { rounds: 5, posts: 50 }))).toEqual([]);
}, 120_000);
