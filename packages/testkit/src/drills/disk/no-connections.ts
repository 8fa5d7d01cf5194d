// No database connection is left, because somebody else has taken them or because slow reads hold all of ours. Leads
// don't notice: connections for them and for health checks are reserved.

import { exhaustConnections } from '../../faults/exhaust-connections.ts';
import { lockTable } from '../../faults/lock-table.ts';
import { openClient } from '../../http/client.ts';
import { makeAccount } from '../accounts.ts';
import type { DrillResult, Log } from '../drill.ts';
import { judgeSlowReads, judgeTakenConnections, type Watched } from '../verdicts/judge-disk.ts';
import { drillUnderFault, type ServiceUnderFault } from './under-fault.ts';

/** More than the API has connections for. */
const SLOW_READS = 40;

export function drillTakenConnections(databaseUrl: string, ms: number, log: Log): Promise<DrillResult> {
  return drillUnderFault({
    databaseUrl,
    inject: async (service) => {
      const taken = await exhaustConnections(databaseUrl);
      log(`took the ${taken.count} connections that were left`);
      const watched = await service.watch(ms);
      await taken.release();
      return {
        checks: judgeTakenConnections({ watched, taken: taken.count }),
        figures: { 'connections taken': taken.count, ...figuresOf(watched) },
      };
    },
  });
}

export function drillSlowReads(databaseUrl: string, ms: number, log: Log): Promise<DrillResult> {
  return drillUnderFault({
    databaseUrl,
    inject: async (service) => {
      const { liveKey } = await makeAccount(databaseUrl, null); // before its audit log is locked
      const locked = await lockTable(databaseUrl, 'audit_log');
      log(`${SLOW_READS} reads of each process wait for a locked table`);
      const reads = readSlowly(service, liveKey);
      const watched = await service.watch(ms);
      await locked.release();
      const statuses = await reads;
      return {
        checks: judgeSlowReads({ watched, statuses, planned: SLOW_READS * service.pair.urls.length }),
        figures: { 'slow reads': statuses.length, ...figuresOf(watched) },
      };
    },
  });
}

async function readSlowly({ pair }: ServiceUnderFault, key: string): Promise<number[]> {
  const callers = pair.urls.map((url) => openClient(url, SLOW_READS));
  const statuses = await Promise.all(
    callers.flatMap((caller) =>
      Array.from({ length: SLOW_READS }, async () => (await caller.get('/api/audit', { key })).status),
    ),
  );
  await Promise.all(callers.map((caller) => caller.close()));
  return statuses;
}

const figuresOf = (watched: Watched): Record<string, number> => ({
  'acknowledged meanwhile': watched.acknowledged,
  'readyz 503 meanwhile': watched.unready,
});
