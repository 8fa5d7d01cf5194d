// drills/import.ts, fewer rows and kills. How long single leads take is not checked here: other tests' load would be
// measured.

import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { failedChecks } from '@leadline/testkit/drills/drill';
import { drillImport } from '@leadline/testkit/drills/import';
import { expect, test } from 'vitest';

test('a worker killed in the middle of an import neither loses nor repeats a row', async () => {
  const result = await drillImport(await cloneDatabase(), { rows: 6_000, kills: 2, probes: 50 });
  const broken = failedChecks(result).filter(({ name }) => !name.startsWith('p99'));
  expect(broken).toEqual([]);
}, 180_000);
