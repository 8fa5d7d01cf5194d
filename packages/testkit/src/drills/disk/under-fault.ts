// What every fault has in common: a normal tenant sends leads before, during and after it to two API processes, which
// must not be restarted, and every acknowledged lead must be there afterwards.

import { setTimeout as sleep } from 'node:timers/promises';
import { openClient } from '../../http/client.ts';
import { type ApiPair, withApiPair } from '../../service/api-pair.ts';
import { hasExited } from '../../service/spawn-leadline.ts';
import { makeAccount } from '../accounts.ts';
import type { DrillResult } from '../drill.ts';
import { readLedger } from '../ledgers.ts';
import { type RetryingLoad, startRetryingLoad } from '../retrying-load.ts';
import { judgeRecovery, type Noticed, type Watched } from '../verdicts/judge-disk.ts';
import { waitForStatus } from '../wait-for-status.ts';

export interface Fault {
  readonly databaseUrl: string;
  /** For the API processes. */
  readonly env?: Readonly<Record<string, string>>;
  /** Injects the fault, looks at the service, and ends the fault. */
  inject(service: ServiceUnderFault): Promise<DrillResult>;
  /** Called repeatedly until the service has recovered, as a supervisor would restart PostgreSQL. */
  supervise?(): Promise<void>;
}

export interface ServiceUnderFault {
  readonly pair: ApiPair;
  readonly load: RetryingLoad;
  /** Whether both processes answer readyz with this status in time, and how long it took. */
  becomes(status: 200 | 503, withinMs: number): Promise<Noticed>;
  /** Watches the service for this long. */
  watch(ms: number): Promise<Watched>;
}

const NORMAL_MS = 1_500;
const MAX_RECOVERY_MS = 30_000;
/** A lead waits for five seconds. */
const LEAD_WAITS_MS = 6_000;

export function drillUnderFault(fault: Fault): Promise<DrillResult> {
  return withApiPair(
    fault.databaseUrl,
    async (pair) => {
      const { accountId, liveKey } = await makeAccount(fault.databaseUrl, null);
      const load = startRetryingLoad(pair.urls, liveKey);
      await sleep(NORMAL_MS);
      const service = watchService(pair, load);
      const during = await fault.inject(service);
      const endedAt = performance.now();
      const recovery = await recover(service, fault, endedAt);
      await sleep(NORMAL_MS);
      const deliveries = await load.stop();
      return {
        checks: [
          ...during.checks,
          ...judgeRecovery({
            recoveryMs: recovery,
            deliveries,
            ledger: await readLedger(fault.databaseUrl, accountId),
            exited: pair.processes.filter(hasExited).length,
            unavailable: load.unavailable,
          }),
        ],
        figures: { ...during.figures, 'recovery, ms': recovery ?? -1, ...deliveries.figures },
      };
    },
    fault.env,
  );
}

/** Returns how long it took until both processes were ready and a lead was acknowledged, or null if it took too long. */
async function recover(service: ServiceUnderFault, fault: Fault, endedAt: number): Promise<number | null> {
  const until = endedAt + MAX_RECOVERY_MS;
  while (performance.now() < until) {
    await fault.supervise?.();
    const { isSo } = await service.becomes(200, 1_000);
    if (isSo && service.load.lastAcknowledgedAt() > endedAt) return Math.round(performance.now() - endedAt);
  }
  return null;
}

function watchService(pair: ApiPair, load: RetryingLoad): ServiceUnderFault {
  return {
    pair,
    load,
    becomes: async (status, withinMs) => {
      const startedAt = performance.now();
      const seen = await Promise.all(pair.urls.map((url) => waitForStatus(url, status, withinMs)));
      return { isSo: seen.every(Boolean), ms: Math.round(performance.now() - startedAt) };
    },
    watch: async (ms) => {
      const callers = pair.urls.map((url) => openClient(url, 1));
      const [acknowledged, unavailable] = [load.acknowledged(), load.unavailable.count];
      let [ready, unready, lies] = [0, 0, 0];
      for (const until = performance.now() + ms; performance.now() < until; await sleep(100)) {
        for (const { status } of await Promise.all(callers.map((caller) => caller.get('/readyz')))) {
          if (status !== 200) unready++;
          else {
            ready++;
            if (performance.now() - load.lastAcknowledgedAt() > LEAD_WAITS_MS) lies++;
          }
        }
      }
      await Promise.all(callers.map((caller) => caller.close()));
      return {
        acknowledged: load.acknowledged() - acknowledged,
        unavailable: load.unavailable.count - unavailable,
        ready,
        unready,
        lies,
      };
    },
  };
}
