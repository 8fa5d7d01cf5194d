// Runs drills/import.ts with fewer rows and kills. Does not check how long single leads take, because that would measure
// the load of other tests.

import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { failedChecks } from '@leadline/testkit/drills/drill';
import { drillImport } from '@leadline/testkit/drills/import';
import { expect, test } from 'vitest';

test('killing the worker during an import neither loses nor duplicates a row', async () => {
  const result = await drillImport(await cloneDatabase(), { rows: 6_000, kills: 2, probes: 50 });
  const broken = failedChecks(result).filter(({ name }) => !name.startsWith('p99'));
  expect(broken).toEqual([]);
}, 180_000);
