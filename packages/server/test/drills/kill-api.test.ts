// drills/kill-api.ts, fewer kills.

import { expect, test } from 'vitest';
import { brokenOf } from '../../../../drills/lib/drill.ts';
import { drillKillApi } from '../../../../drills/lib/kill-api.ts';
import { cloneDatabase } from '../support/database.ts';

test('killing API processes under load loses no acknowledged lead and makes none twice', async () => {
  expect(brokenOf(await drillKillApi(await cloneDatabase(), 4))).toEqual([]);
}, 180_000);
