// Runs drills/alerts.ts with fewer kills and accounts.

import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { drillAlerts } from '@leadline/testkit/drills/alerts';
import { failedChecks } from '@leadline/testkit/drills/drill';
import { expect, test } from 'vitest';

test('killing the worker neither loses an alert nor emails one twice under two Message-IDs', async () => {
  const result = await drillAlerts(await cloneDatabase(), { kills: 4, accounts: 10 });
  expect(failedChecks(result)).toEqual([]);
}, 240_000);
