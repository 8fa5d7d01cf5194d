// drills/import.ts, fewer rows and kills. How long single leads take is not checked here: other tests' load would be
// measured.

import { expect, test } from 'vitest';
import { brokenOf } from '../../../../drills/lib/drill.ts';
import { drillImport } from '../../../../drills/lib/import.ts';
import { cloneDatabase } from '../support/database.ts';

test('a worker killed in the middle of an import neither loses nor repeats a row', async () => {
  const result = await drillImport(await cloneDatabase(), { rows: 6_000, kills: 2, probes: 50 });
  const broken = brokenOf(result).filter(({ promise }) => !promise.startsWith('p99'));
  expect(broken).toEqual([]);
}, 180_000);
