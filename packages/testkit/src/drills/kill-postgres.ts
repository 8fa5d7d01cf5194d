// When PostgreSQL crashes and restarts, the API processes survive, recover on their own and don't lose any acknowledged
// leads.

import { setTimeout as sleep } from 'node:timers/promises';
import type { CrashablePostgres } from '../database/crashable-postgres.ts';
import { withApiPair } from '../service/api-pair.ts';
import { hasExited } from '../service/spawn-leadline.ts';
import { makeAccount } from './accounts.ts';
import { type DrillResult, type Log, silent } from './drill.ts';
import { readLedger } from './ledgers.ts';
import { startRetryingLoad } from './retrying-load.ts';
import { judgeKillPostgres } from './verdicts/judge-kill-postgres.ts';
import { waitForStatus } from './wait-for-status.ts';

const MAX_RECOVERY_MS = 15_000;

export function drillKillPostgres(
  postgres: CrashablePostgres,
  outagesSeconds: readonly number[],
  log: Log = silent,
): Promise<DrillResult> {
  return withApiPair(postgres.url, async (pair) => {
    const { accountId, liveKey } = await makeAccount(postgres.url, null);
    const load = startRetryingLoad(pair.urls, liveKey);
    const longest = Math.max(...outagesSeconds);
    const recoveriesMs: number[] = [];
    let [wentUnready, becameReady, unavailableInLongest] = [0, 0, 0];
    for (const [index, outageSeconds] of outagesSeconds.entries()) {
      await sleep(1_000);
      log(`crash ${index + 1} of ${outagesSeconds.length}: down for ${outageSeconds} s`);
      const unavailableBefore = load.unavailable.withRetryAfter;
      await postgres.crash();
      const [unready] = await Promise.all([
        Promise.all(pair.urls.map((url) => waitForStatus(url, 503, outageSeconds * 1_000))),
        sleep(outageSeconds * 1_000),
      ]);
      if (outageSeconds === longest)
        unavailableInLongest += load.unavailable.withRetryAfter - unavailableBefore;
      await postgres.restart();
      const restartedAt = performance.now();
      const ready = await Promise.all(pair.urls.map((url) => waitForStatus(url, 200, MAX_RECOVERY_MS)));
      while (load.lastAcknowledgedAt() < restartedAt && performance.now() < restartedAt + MAX_RECOVERY_MS) {
        await sleep(10);
      }
      recoveriesMs.push(performance.now() - restartedAt);
      if (unready.every(Boolean)) wentUnready++;
      if (ready.every(Boolean)) becameReady++;
    }
    await sleep(500);
    const deliveries = await load.stop();
    const outages = outagesSeconds.length;
    return {
      checks: judgeKillPostgres({
        outages,
        wentUnready,
        becameReady,
        unavailableInLongest,
        unavailable: load.unavailable,
        exited: pair.processes.filter(hasExited).length,
        deliveries,
        ledger: await readLedger(postgres.url, accountId),
      }),
      figures: {
        outages,
        'longest outage, s': longest,
        'slowest recovery, ms': Math.round(Math.max(...recoveriesMs)),
        ...deliveries.figures,
      },
    };
  });
}
