// When the primary of a highly available PostgreSQL crashes, dies with its machine or freezes, a standby takes over, and no
// acknowledged lead is lost, stored twice, miscounted or missing from the events.

import { setTimeout as sleep } from 'node:timers/promises';
import { migrate, openPool } from '@leadline/server';
import type { HaCluster } from '../ha/ha-cluster.ts';
import type { PostgresMachine } from '../ha/postgres-machine.ts';
import { call } from '../http/call.ts';
import { withApiPair } from '../service/api-pair.ts';
import { hasExited, spawnWorker } from '../service/spawn-leadline.ts';
import { Receiver } from '../webhooks/receiver.ts';
import { makeAccount } from './accounts.ts';
import { leadEventsOf, readLeftovers } from './delivered-events.ts';
import { type DrillResult, type Log, silent } from './drill.ts';
import { readLedger } from './ledgers.ts';
import { makeLogins } from './make-logins.ts';
import { type RetryingLoad, startRetryingLoad } from './retrying-load.ts';
import { type HaFacts, judgeHa, MAX_DELIVERY_SECONDS } from './verdicts/judge-ha.ts';
import { waitForStatus } from './wait-for-status.ts';
import { waitUntil } from './wait-until.ts';

export interface HaDrillOptions {
  readonly leadsPerSecond: number;
  readonly postmasterKills: number;
  readonly nodeKills: number;
  readonly freezes: number;
  /** The leader of etcd alone. */
  readonly etcdFreezes: number;
}

interface Fault {
  readonly name: string;
  inject(primary: PostgresMachine): Promise<void>;
  /** Called once a standby has taken over. */
  repair(former: PostgresMachine): Promise<void>;
}

/** Every second crash of PostgreSQL hits while standbys are this far behind, so that it matters whether commits wait for them. */
const STALL_MS = 500;
/** How long a frozen primary stays frozen after it was replaced. */
const FROZEN_MS = 5_000;
/** Longer than the lease of the primary. */
const ETCD_FROZEN_MS = 25_000;
const MAX_AGREEMENT_MS = 30_000;

export async function drillHa(
  cluster: HaCluster,
  options: HaDrillOptions,
  log: Log = silent,
): Promise<DrillResult> {
  const logins = makeLogins(cluster.url);
  log('migrating');
  await migrate(cluster.url, { logins });
  const { accountId, liveKey } = await makeAccount(cluster.url, null);
  const receiver = await Receiver.start();
  const worker = await spawnWorker(logins.WORKER_DATABASE_URL, 'error');
  try {
    return await withApiPair(
      logins.API_DATABASE_URL,
      async ({ urls, processes }) => {
        await register(urls[0], liveKey, receiver);
        const load = startRetryingLoad(urls, liveKey, options.leadsPerSecond);
        const faults = listFaults(options);
        const failovers = await injectFaults(cluster, load, faults, log);
        const etcdFaults = await freezeEtcd(cluster, load, options.etcdFreezes, log);
        const deliveries = await load.stop();
        const acknowledged = new Set([...deliveries.acknowledged.values()].flatMap((ids) => [...ids]));
        log('waiting for the last events');
        const secondsToDeliver = await waitForEvents(receiver, acknowledged.size);
        const ready = await Promise.all(urls.map((url) => waitForStatus(url, 200, 15_000)));
        return {
          checks: judgeHa({
            planned: faults.length + options.etcdFreezes,
            failovers: Object.keys(failovers).length,
            etcdFaults: Object.keys(etcdFaults).length,
            deliveries,
            ledger: await readLedger(cluster.url, accountId),
            unavailable: load.unavailable,
            secondsToDeliver,
            receivers: [receiver],
            ...(await readRest(cluster)),
            exited: [...processes, worker].filter(hasExited).length,
            ready,
          }),
          figures: {
            ...failovers,
            ...etcdFaults,
            ...deliveries.figures,
            'events delivered': receiver.acceptedIds.size,
            'events delivered more than once': receiver.repeats,
            'everything delivered after the last lead, s': secondsToDeliver,
          },
        };
      },
      { AUTH_DATABASE_URL: logins.AUTH_DATABASE_URL },
    );
  } finally {
    await worker.kill('SIGKILL');
    await receiver.close();
  }
}

function listFaults({ postmasterKills, nodeKills, freezes }: HaDrillOptions): Fault[] {
  const repeat = (count: number, make: (index: number) => Fault): Fault[] =>
    Array.from({ length: count }, (_, index) => make(index));
  return [
    ...repeat(postmasterKills, (index) => killPostmaster(index % 2 === 0 ? 0 : STALL_MS)),
    ...repeat(nodeKills, () => KILL_NODE),
    ...repeat(freezes, () => FREEZE),
  ];
}

const killPostmaster = (stallMs: number): Fault => ({
  name: stallMs === 0 ? 'PostgreSQL killed' : 'PostgreSQL killed while replication lags',
  inject: (primary) => primary.killPostmaster(stallMs),
  repair: async () => {}, // Patroni starts it again
});

const KILL_NODE: Fault = {
  name: 'machine killed',
  inject: async (primary) => primary.kill(),
  repair: async (former) => former.start(),
};

const FREEZE: Fault = {
  name: 'machine frozen',
  inject: async (primary) => primary.freeze(),
  repair: async (former) => {
    await sleep(FROZEN_MS);
    former.thaw();
  },
};

/** Returns how long no lead was acknowledged, for each fault. */
async function injectFaults(
  cluster: HaCluster,
  load: RetryingLoad,
  faults: readonly Fault[],
  log: Log,
): Promise<Record<string, number>> {
  const gaps: Record<string, number> = {};
  for (const [index, fault] of faults.entries()) {
    await cluster.untilComplete();
    await untilAcknowledging(load);
    // Random, so that faults don't coincide with anything that happens periodically.
    await sleep(1_000 + Math.random() * 2_000);
    const primary = await cluster.getPrimary();
    const timeline = await cluster.readTimeline();
    log(`fault ${index + 1} of ${faults.length}: ${fault.name} (${primary.name})`);
    await fault.inject(primary);
    const injectedAt = performance.now();
    await waitUntil(async () => (await cluster.readTimeline()) > timeline);
    await untilAcknowledging(load);
    await fault.repair(primary);
    await cluster.untilComplete();
    await untilAcknowledging(load);
    const gapSeconds = secondsOf(load.longestPauseSince(injectedAt));
    log(`${gapSeconds} s without an acknowledged lead`);
    gaps[`write gap ${index + 1}, ${fault.name}, s`] = gapSeconds;
  }
  return gaps;
}

/** A former leader of etcd that wakes up can end leases that are still in use, so the primary may lose its lock for a moment. The machine that
 * takes it must have everything. */
async function freezeEtcd(
  cluster: HaCluster,
  load: RetryingLoad,
  times: number,
  log: Log,
): Promise<Record<string, number>> {
  const gaps: Record<string, number> = {};
  for (let time = 1; time <= times; time++) {
    const leader = await cluster.getEtcdLeader();
    log(`etcd's leader frozen, ${time} of ${times} (${leader.name})`);
    const injectedAt = performance.now();
    leader.freeze();
    await sleep(ETCD_FROZEN_MS);
    leader.thaw();
    await sleep(FROZEN_MS);
    await cluster.untilComplete();
    await untilAcknowledging(load);
    gaps[`write gap, etcd's leader frozen, ${time}, s`] = secondsOf(load.longestPauseSince(injectedAt));
  }
  return gaps;
}

const secondsOf = (ms: number): number => Math.round(ms / 100) / 10;

async function untilAcknowledging(load: RetryingLoad): Promise<void> {
  const from = performance.now();
  await waitUntil(async () => load.lastAcknowledgedAt() > from);
}

async function register(url: string, key: string, receiver: Receiver): Promise<void> {
  const body = { url: `${receiver.url}/leads`, events: ['lead.scored'] };
  const { status, text, body: answer } = await call(url, '/api/webhooks', body, { key });
  if (status !== 200) throw new Error(`failed to add the endpoint: ${text}`);
  receiver.trust(answer.data.secret);
}

/** Returns how many seconds it took, or more than the limit. */
async function waitForEvents(receiver: Receiver, leads: number): Promise<number> {
  const from = performance.now();
  const seconds = (): number => secondsOf(performance.now() - from);
  while (leadEventsOf(receiver).size < leads && seconds() <= MAX_DELIVERY_SECONDS) await sleep(200);
  const needed = seconds();
  await sleep(1_000); // for the worker to note the last ones, and for repeats to arrive
  return needed;
}

async function readRest(cluster: HaCluster): Promise<Pick<HaFacts, 'leftovers' | 'machines'>> {
  const owner = openPool(cluster.url, { size: 1 });
  try {
    return { leftovers: await readLeftovers(owner), machines: await hashMachines(cluster) };
  } finally {
    await owner.end();
  }
}

/** Waits for standbys that are still catching up. */
async function hashMachines(cluster: HaCluster): Promise<string[]> {
  const until = performance.now() + MAX_AGREEMENT_MS;
  for (;;) {
    const hashes = await Promise.all(cluster.nodes.map((node) => hashLeads(cluster.urlOf(node))));
    if (new Set(hashes).size === 1 || performance.now() > until) return hashes;
    await sleep(500);
  }
}

async function hashLeads(databaseUrl: string): Promise<string> {
  const pool = openPool(databaseUrl, { size: 1 });
  try {
    const { rows } = await pool.query<{ hash: string }>(
      `select md5(string_agg(id::text, ' ' order by id)) as hash from leadline.leads`,
    );
    return rows[0]?.hash ?? '';
  } finally {
    await pool.end();
  }
}
