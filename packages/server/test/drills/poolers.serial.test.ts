// Runs drills/poolers.ts with fewer leads.

import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { failedChecks } from '@leadline/testkit/drills/drill';
import { drillPoolers } from '@leadline/testkit/drills/poolers';
import { expect, test } from 'vitest';

test('behind PgBouncer, in session and transaction mode, leads are stored and counted once', async () => {
  expect(failedChecks(await drillPoolers(await cloneDatabase(), { leads: 60 }))).toEqual([]);
}, 240_000);
