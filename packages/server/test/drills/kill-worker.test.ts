// drills/kill-worker.ts, fewer kills and rows.

import { expect, test } from 'vitest';
import { brokenOf } from '../../../../drills/lib/drill.ts';
import { drillKillWorker } from '../../../../drills/lib/kill-worker.ts';
import { cloneDatabase } from '../support/database.ts';

test('killing the worker loses no event, gives none a second id and imports no row twice', async () => {
  const result = await drillKillWorker(await cloneDatabase(), { kills: 4, importRows: 12_000 });
  expect(brokenOf(result)).toEqual([]);
}, 180_000);
