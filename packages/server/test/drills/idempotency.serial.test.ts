// Runs drills/idempotency.ts with fewer rounds.

import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { failedChecks } from '@leadline/testkit/drills/drill';
import { drillIdempotency } from '@leadline/testkit/drills/idempotency';
import { expect, test } from 'vitest';

test('50 concurrent copies of a request to two processes create one lead, but 50 legacy calls without a key create 50', async () => {
  expect(failedChecks(await drillIdempotency(await cloneDatabase(), { rounds: 5, posts: 50 }))).toEqual([]);
}, 120_000);
