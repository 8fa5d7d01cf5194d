// No database connection is left, because somebody else has taken them or because slow reads hold all of ours. Leads
// don't notice: connections for them and for health checks are reserved.

import pg from 'pg';
import { exhaustConnections } from '../../faults/exhaust-connections.ts';
import { openClient } from '../../http/client.ts';
import { makeAccount } from '../accounts.ts';
import { check, type DrillResult, type Log } from '../drill.ts';
import { checkSome, drillUnderFault, type ServiceUnderFault, type Watched } from './under-fault.ts';

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
      return describe(watched, { 'connections taken': taken.count });
    },
  });
}

export function drillSlowReads(databaseUrl: string, ms: number, log: Log): Promise<DrillResult> {
  return drillUnderFault({
    databaseUrl,
    inject: async (service) => {
      const { liveKey } = await makeAccount(databaseUrl, null); // before its audit log is locked
      const locker = new pg.Client({ connectionString: databaseUrl });
      await locker.connect();
      await locker.query('begin; lock table leadline.audit_log in access exclusive mode');
      log(`${SLOW_READS} reads of each process wait for a locked table`);
      const reads = readSlowly(service, liveKey);
      const watched = await service.watch(ms);
      await locker.query('rollback');
      await locker.end();
      const statuses = await reads;
      const { checks, figures } = describe(watched, { 'slow reads': statuses.length });
      return {
        checks: [
          ...checks,
          check('slow reads answered 500', statuses.filter((status) => status === 500).length, 0),
        ],
        figures,
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

const describe = (watched: Watched, figures: Readonly<Record<string, number>>): DrillResult => ({
  checks: [
    checkSome('leads acknowledged meanwhile', watched.acknowledged),
    check('leads answered 503 meanwhile', watched.unavailable, 0),
    // A busy machine may miss the deadline of a health check now and then.
    check('readyz 200 more often than 503', watched.ready > watched.unready ? 'yes' : 'no', 'yes'),
  ],
  figures: {
    ...figures,
    'acknowledged meanwhile': watched.acknowledged,
    'readyz 503 meanwhile': watched.unready,
  },
});
