// Runs drills/kill-worker.ts with fewer kills and rows.

import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { failedChecks } from '@leadline/testkit/drills/drill';
import { drillKillWorker } from '@leadline/testkit/drills/kill-worker';
import { expect, test } from 'vitest';

test('killing the worker loses no event, changes no event ID and imports no row twice', async () => {
  const result = await drillKillWorker(await cloneDatabase(), { kills: 4, importRows: 12_000 });
  expect(failedChecks(result)).toEqual([]);
}, 180_000);
