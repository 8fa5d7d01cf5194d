// Runs drills/upgrade.ts with less load, from this commit to itself with the drill's own migrations: a clone made by CI may
// not have an earlier one.

import { startEmptyPostgres } from '@leadline/testkit/database/crashable-postgres';
import { failedChecks } from '@leadline/testkit/drills/drill';
import { drillUpgrade } from '@leadline/testkit/drills/upgrade';
import { expect, test } from 'vitest';

test('no lead fails while the schema is migrated and processes are replaced, and replaced back', async () => {
  const postgres = await startEmptyPostgres();
  try {
    const options = { from: 'HEAD', to: 'HEAD', leadsPerSecond: 30, storedLeads: 5_000, seconds: 2 };
    expect(failedChecks(await drillUpgrade(postgres.url, options))).toEqual([]);
  } finally {
    await postgres.remove();
  }
}, 300_000);
