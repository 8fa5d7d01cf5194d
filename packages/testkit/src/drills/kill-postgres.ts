// When PostgreSQL crashes and comes back, the API processes live on and recover by themselves, and what was
// acknowledged is there.

import { setTimeout as sleep } from 'node:timers/promises';
import type { CrashablePostgres } from '../database/crashable-postgres.ts';
import { openClient } from '../http/client.ts';
import { withApiPair } from '../service/api-pair.ts';
import { makeAccount } from './accounts.ts';
import { check, type DrillResult, type Log, silent } from './drill.ts';
import { checkDeliveries, startRetryingLoad } from './retrying-load.ts';

const MAX_RECOVERY_MS = 15_000;

export function drillKillPostgres(
  postgres: CrashablePostgres,
  outagesSeconds: readonly number[],
  say: Log = silent,
): Promise<DrillResult> {
  return withApiPair(postgres.url, async (pair) => {
    const { accountId, liveKey } = await makeAccount(postgres.url, null);
    const load = startRetryingLoad(pair.urls, liveKey);
    const longest = Math.max(...outagesSeconds);
    const recoveriesMs: number[] = [];
    let [wentUnready, becameReady, refusedInLongest] = [0, 0, 0];
    for (const [index, outageSeconds] of outagesSeconds.entries()) {
      await sleep(1_000);
      say(`crash ${index + 1} of ${outagesSeconds.length}: away for ${outageSeconds} s`);
      const refusedBefore = load.refusals.withRetryAfter;
      await postgres.crash();
      const [unready] = await Promise.all([
        Promise.all(pair.urls.map((url) => becomes(url, 503, outageSeconds * 1_000))),
        sleep(outageSeconds * 1_000),
      ]);
      if (outageSeconds === longest) refusedInLongest += load.refusals.withRetryAfter - refusedBefore;
      await postgres.restart();
      const restartedAt = performance.now();
      const ready = await Promise.all(pair.urls.map((url) => becomes(url, 200, MAX_RECOVERY_MS)));
      while (load.lastAcknowledgedAt() < restartedAt && performance.now() < restartedAt + MAX_RECOVERY_MS) {
        await sleep(10);
      }
      recoveriesMs.push(performance.now() - restartedAt);
      if (unready.every(Boolean)) wentUnready++;
      if (ready.every(Boolean)) becameReady++;
    }
    await sleep(500);
    const deliveries = await load.stop();
    const { count, withRetryAfter } = load.refusals;
    const outages = outagesSeconds.length;
    return {
      checks: [
        ...(await checkDeliveries(postgres.url, accountId, deliveries)),
        check(
          'API processes that ended',
          pair.processes.filter(({ child }) => child.exitCode !== null || child.signalCode !== null).length,
          0,
        ),
        check('outages in which readyz of both said 503', wentUnready, outages),
        check('outages after which readyz of both said 200', becameReady, outages),
        check('503 in the longest outage', refusedInLongest > 0 ? 'yes' : 'no', 'yes'),
        check('503s without Retry-After', count - withRetryAfter, 0),
      ],
      figures: {
        outages,
        'longest outage, s': longest,
        'longest until leads flow again, ms': Math.round(Math.max(...recoveriesMs)),
        ...deliveries.figures,
      },
    };
  });
}

/** Whether readyz says so in time. */
async function becomes(url: string, status: number, withinMs: number): Promise<boolean> {
  const caller = openClient(url, 1);
  try {
    const until = performance.now() + withinMs;
    while (performance.now() < until) {
      if ((await caller.get('/readyz')).status === status) return true;
      await sleep(50);
    }
    return false;
  } finally {
    await caller.close();
  }
}
