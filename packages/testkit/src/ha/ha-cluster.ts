// A highly available PostgreSQL on this machine: three machines for PostgreSQL, three for etcd, and HAProxy in front of them, with
// the files in deploy/ha.

import { once } from 'node:events';
import { chmod, copyFile, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { openPool } from '@leadline/server';
import { waitUntil } from '../drills/wait-until.ts';
import { findFreePorts } from '../net/find-free-port.ts';
import { stopOnSignal } from '../service/stop-on-signal.ts';
import { type Chroot, spawnInside } from './chroot.ts';
import { EtcdMachine } from './etcd-machine.ts';
import { PostgresMachine, type PostgresPlace, SUPERUSER_PASSWORD } from './postgres-machine.ts';

export interface HaCluster {
  /** Of the primary, through HAProxy, as the superuser. */
  readonly url: string;
  readonly nodes: readonly PostgresMachine[];
  /** Of one node, whether it is the primary or not. */
  urlOf(node: PostgresMachine): string;
  getPrimary(): Promise<PostgresMachine>;
  getEtcdLeader(): Promise<EtcdMachine>;
  /** It grows with every failover. */
  readTimeline(): Promise<number>;
  /** Resolves once there is a primary and all others follow it. */
  untilComplete(): Promise<void>;
  remove(): Promise<void>;
}

export interface HaClusterOptions {
  /** A root file system from drills/stand-ins/make-ha.sh. */
  readonly root: string;
  /** Whether commits wait for a standby. */
  readonly isSynchronous: boolean;
  /** Where the logs of all programs are kept. */
  readonly logs?: string | undefined;
}

interface Member {
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
}

const SETTINGS = join(import.meta.dirname, '../../../../deploy/ha');
const NAMES = ['pg1', 'pg2', 'pg3'] as const;
const ETCD_NAMES = ['etcd1', 'etcd2', 'etcd3'] as const;

export async function startHaCluster({ root, isSynchronous, logs }: HaClusterOptions): Promise<HaCluster> {
  const shared = await mkdtemp(join(tmpdir(), 'leadline-ha-'));
  await chmod(shared, 0o755);
  const ports = await findFreePorts(1 + 2 * (NAMES.length + ETCD_NAMES.length));
  const takePort = (): number => ports.pop() as number;
  const balancerPort = takePort();
  const chroot = { root, shared };
  const etcdPlaces = ETCD_NAMES.map((name) => ({ name, ports: { clients: takePort(), peers: takePort() } }));
  const etcd = etcdPlaces.map((place) => new EtcdMachine(place, etcdPlaces, chroot));
  const nodes = NAMES.map((name) => {
    const place = { name, ports: { patroni: takePort(), postgres: takePort() } };
    return new PostgresMachine(place, etcdPlaces, chroot);
  });
  const machines = [...etcd, ...nodes];
  for (const { name } of machines) await makeFolder(join(shared, name));
  for (const file of ['patroni.yaml', 'haproxy.cfg'])
    await copyFile(join(SETTINGS, file), join(shared, file));
  for (const machine of machines) machine.start();
  const balancer = startBalancer(chroot, balancerPort, nodes);
  const cluster: HaCluster = {
    url: makeUrl(balancerPort, 'leadline'),
    nodes,
    urlOf: ({ ports: { postgres } }) => makeUrl(postgres, 'leadline'),
    getPrimary: () => getOne(nodes, (node) => node.isPrimary()),
    getEtcdLeader: () => getOne(etcd, (member) => member.isLeader()),
    readTimeline: async () => (await readMembers(nodes)).find(isLeader)?.timeline ?? 0,
    untilComplete: () => waitUntil(async () => isComplete(await readMembers(nodes), isSynchronous)),
    remove: async () => {
      stopOnSignal.delete(cluster.remove);
      for (const machine of machines) machine.kill();
      if (balancer.exitCode === null && balancer.kill('SIGKILL')) await once(balancer, 'exit');
      if (logs !== undefined) await keepLogs(shared, logs);
      await rm(shared, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
  stopOnSignal.add(cluster.remove);
  try {
    await waitUntil(async () => isComplete(await readMembers(nodes), true));
    if (!isSynchronous) await turnOffSynchronousMode(await cluster.getPrimary());
    await cluster.untilComplete();
    await createDatabase(makeUrl(balancerPort, 'postgres'));
    return cluster;
  } catch (error) {
    const logs = nodes.map((node) => node.describe('patroni')).join('\n\n');
    await cluster.remove();
    throw new Error(`the cluster did not start:\n${logs}`, { cause: error });
  }
}

const keepLogs = (shared: string, folder: string): Promise<void> =>
  cp(shared, folder, {
    recursive: true,
    filter: (path) => relative(shared, path).split('/').length < 3 && !/\/(?:postgres|etcd)$/.test(path),
  });

/** The programs run as another user. */
async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder);
  await chmod(folder, 0o777);
}

function startBalancer(
  chroot: Chroot,
  port: number,
  places: readonly PostgresPlace[],
): ReturnType<typeof spawnInside> {
  const env = Object.fromEntries(
    places.flatMap(({ name, ports }) => [
      [name.toUpperCase(), `127.0.0.1:${ports.postgres}`],
      [`${name.toUpperCase()}_PATRONI`, String(ports.patroni)],
    ]),
  );
  const command = ['haproxy', '-db', '-f', '/srv/haproxy.cfg'];
  const log = join(chroot.shared, 'haproxy.log');
  return spawnInside(chroot, 'haproxy', command, { ...env, LISTEN: `127.0.0.1:${port}` }, log);
}

const makeUrl = (port: number, database: string): string =>
  `postgres://postgres:${SUPERUSER_PASSWORD}@127.0.0.1:${port}/${database}`;

async function createDatabase(url: string): Promise<void> {
  const pool = openPool(url, { size: 1 });
  try {
    await waitUntil(() =>
      pool.query('select').then(
        () => true,
        () => false,
      ),
    );
    await pool.query('create database leadline');
  } finally {
    await pool.end();
  }
}

/** Waits until there is one. */
async function getOne<M>(machines: readonly M[], is: (machine: M) => Promise<boolean>): Promise<M> {
  let found: M | undefined;
  await waitUntil(async () => {
    const answers = await Promise.all(machines.map(is));
    found = machines.find((_, index) => answers[index]);
    return found !== undefined;
  });
  return found as M;
}

/** As the first node that answers sees them. */
async function readMembers(nodes: readonly PostgresMachine[]): Promise<readonly Member[]> {
  const answer = await Promise.any(nodes.map((node) => node.ask('/cluster'))).catch(() => null);
  return answer === null ? [] : (JSON.parse(answer) as { members: Member[] }).members;
}

const isLeader = ({ role }: Member): boolean => role === 'leader';

function isComplete(members: readonly Member[], isSynchronous: boolean): boolean {
  const leaders = members.filter((member) => isLeader(member) && member.state === 'running');
  const standbys = members.filter(({ state }) => state === 'streaming');
  const hasSynchronous = standbys.some(({ role }) => role === 'sync_standby');
  return leaders.length === 1 && standbys.length === NAMES.length - 1 && hasSynchronous === isSynchronous;
}

async function turnOffSynchronousMode(node: PostgresMachine): Promise<void> {
  const settings = { synchronous_mode: false, synchronous_mode_strict: false };
  await node.ask('/config', { method: 'PATCH', body: JSON.stringify(settings) });
}
