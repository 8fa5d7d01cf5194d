// Killing an API process doesn't lose any acknowledged leads, and retries don't create duplicates.

import { setTimeout as sleep } from 'node:timers/promises';
import { withApiPair } from '../service/api-pair.ts';
import { makeAccount } from './accounts.ts';
import { type DrillResult, type Log, silent } from './drill.ts';
import { checkDeliveries, startRetryingLoad } from './retrying-load.ts';

export function drillKillApi(databaseUrl: string, kills: number, log: Log = silent): Promise<DrillResult> {
  return withApiPair(databaseUrl, async (pair) => {
    const { accountId, liveKey } = await makeAccount(databaseUrl, null);
    const load = startRetryingLoad(pair.urls, liveKey);
    for (let kill = 0; kill < kills; kill++) {
      // Random intervals, so that kills don't coincide with anything the process does periodically.
      await sleep(300 + Math.random() * 400);
      log(`kill ${kill + 1} of ${kills}`);
      await pair.killAndRestart(kill % 2 === 0 ? 0 : 1);
    }
    await sleep(500);
    const deliveries = await load.stop();
    return {
      checks: await checkDeliveries(databaseUrl, accountId, deliveries),
      figures: { kills, ...deliveries.figures },
    };
  });
}
