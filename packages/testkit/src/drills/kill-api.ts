// Killing an API process doesn't lose any acknowledged leads, and retries don't create duplicates.

import { setTimeout as sleep } from 'node:timers/promises';
import { withApiPair } from '../service/api-pair.ts';
import { makeAccount } from './accounts.ts';
import { type DrillResult, type Log, silent } from './drill.ts';
import { readLedger } from './ledgers.ts';
import { startRetryingLoad } from './retrying-load.ts';
import { judgeKillApi } from './verdicts/judge-kill-api.ts';

export function drillKillApi(databaseUrl: string, kills: number, log: Log = silent): Promise<DrillResult> {
  return withApiPair(databaseUrl, async (pair) => {
    const { accountId, liveKey } = await makeAccount(databaseUrl, null);
    const load = startRetryingLoad(pair.urls, liveKey);
    let killed = 0;
    for (let kill = 0; kill < kills; kill++) {
      // Random intervals, so that kills don't coincide with anything the process does periodically.
      await sleep(300 + Math.random() * 400);
      log(`kill ${kill + 1} of ${kills}`);
      const place = kill % 2 === 0 ? 0 : 1;
      const victim = pair.processes[place];
      await pair.killAndRestart(place);
      if (victim?.child.signalCode === 'SIGKILL') killed++;
    }
    await sleep(500);
    const deliveries = await load.stop();
    const ledger = await readLedger(databaseUrl, accountId);
    return {
      checks: judgeKillApi({ planned: kills, killed, deliveries, ledger }),
      figures: { kills, ...deliveries.figures },
    };
  });
}
