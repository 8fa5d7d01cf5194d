// drills/idempotency.ts, fewer rounds.

import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { failedChecks } from '@leadline/testkit/drills/drill';
import { drillIdempotency } from '@leadline/testkit/drills/idempotency';
import { expect, test } from 'vitest';

test('one request sent 50 times at once to two processes is one lead, and a legacy call without a key is 50', async () => {
  expect(failedChecks(await drillIdempotency(await cloneDatabase(), { rounds: 5, posts: 50 }))).toEqual([]);
}, 120_000);
