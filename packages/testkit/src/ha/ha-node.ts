// One machine of a cluster: PostgreSQL, the Patroni that runs it, and a member of etcd. It can crash and freeze as a whole or in
// parts.

import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Chroot, spawnInside } from './chroot.ts';
import { listChildren, listTrees, readCommand, signalAll } from './process-tree.ts';

export interface NodePorts {
  readonly etcd: number;
  readonly etcdPeers: number;
  readonly patroni: number;
  readonly postgres: number;
}

export interface NodePlace {
  readonly name: string;
  readonly ports: NodePorts;
}

export const SUPERUSER_PASSWORD = 'password-of-postgres';

const USER = 'postgres';
const ANSWER_MS = 3_000;

export class HaNode implements NodePlace {
  readonly name: string;
  readonly ports: NodePorts;
  readonly #all: readonly NodePlace[];
  readonly #chroot: Chroot;
  #programs: readonly ChildProcess[] = [];

  /** `all` are the machines of the cluster, this one included. */
  constructor({ name, ports }: NodePlace, all: readonly NodePlace[], chroot: Chroot) {
    this.name = name;
    this.ports = ports;
    this.#all = all;
    this.#chroot = chroot;
  }

  /** Starts or restarts with the data it has. */
  start(): void {
    this.#programs = [this.#startEtcd(), this.#startPatroni()];
  }

  /** Crashes PostgreSQL alone. With a stall, commits of that many milliseconds reach no standby before the crash. */
  async killPostmaster(stallMs: number): Promise<void> {
    const postmaster = this.#findPostmaster();
    if (postmaster === null) throw new Error(`PostgreSQL is not running on ${this.name}`);
    const senders =
      stallMs === 0 ? [] : listChildren(postmaster).filter((pid) => readCommand(pid).includes('walsender'));
    signalAll(senders, 'SIGSTOP');
    await sleep(stallMs);
    // Senders that go on would still send what they have.
    signalAll([...senders, postmaster], 'SIGKILL');
  }

  /** Like a power failure of the machine. */
  kill(): void {
    this.freeze(); // so that nothing reacts to the end of something else
    signalAll(this.#processes(), 'SIGKILL');
  }

  freeze(): void {
    // Again for what was started while the list was made.
    for (let round = 0; round < 2; round++) signalAll(this.#processes(), 'SIGSTOP');
  }

  thaw(): void {
    signalAll(this.#processes(), 'SIGCONT');
  }

  async isPrimary(): Promise<boolean> {
    return this.ask('/primary').then(
      () => true,
      () => false,
    );
  }

  /** Sends Patroni a request. Rejects if it doesn't answer with 200 in time. */
  async ask(path: string, init: RequestInit = {}): Promise<string> {
    const url = `http://127.0.0.1:${this.ports.patroni}${path}`;
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS), ...init });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`Patroni answered ${answer.status}: ${text}`);
    return text;
  }

  /** The last lines of Patroni's and PostgreSQL's log. */
  describe(): string {
    const lines = readFileSync(this.#logFile('patroni'), 'utf8').trimEnd().split('\n');
    return [`${this.name}:`, ...lines.slice(-20)].join('\n');
  }

  #processes(): number[] {
    const programs = this.#programs.flatMap(({ pid }) => pid ?? []);
    return listTrees([...programs, this.#findPostmaster() ?? []].flat());
  }

  /** Patroni starts it as a daemon, so that it outlives Patroni. */
  #findPostmaster(): number | null {
    try {
      const file = join(this.#chroot.shared, this.name, 'postgres/postmaster.pid');
      const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
      // The file of a crashed server stays, and another process may have its ID by now.
      return readCommand(pid).includes(`/srv/${this.name}/postgres`) ? pid : null;
    } catch {
      return null;
    }
  }

  #startEtcd(): ChildProcess {
    const { etcd, etcdPeers } = this.ports;
    const peers = this.#all.map(({ name, ports }) => `${name}=http://127.0.0.1:${ports.etcdPeers}`);
    const options = {
      name: this.name,
      'data-dir': `/srv/${this.name}/etcd`,
      'listen-client-urls': `http://127.0.0.1:${etcd}`,
      'advertise-client-urls': `http://127.0.0.1:${etcd}`,
      'listen-peer-urls': `http://127.0.0.1:${etcdPeers}`,
      'initial-advertise-peer-urls': `http://127.0.0.1:${etcdPeers}`,
      'initial-cluster': peers.join(','),
      // Patient, because all machines share one disk.
      'heartbeat-interval': '250',
      'election-timeout': '2500',
    };
    const args = Object.entries(options).map(([option, value]) => `--${option}=${value}`);
    return this.#spawn('etcd', ['etcd', ...args], {});
  }

  #startPatroni(): ChildProcess {
    const { patroni, postgres } = this.ports;
    return this.#spawn('patroni', ['patroni', '/srv/patroni.yaml'], {
      PATRONI_NAME: this.name,
      PATRONI_ETCD3_HOSTS: this.#all.map(({ ports }) => `127.0.0.1:${ports.etcd}`).join(','),
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${patroni}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${patroni}`,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${postgres}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${postgres}`,
      PATRONI_POSTGRESQL_DATA_DIR: `/srv/${this.name}/postgres`,
      PATRONI_POSTGRESQL_BIN_DIR: '/usr/lib/postgresql/18/bin',
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: SUPERUSER_PASSWORD,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: 'password-of-replicator',
    });
  }

  #spawn(program: string, command: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
    return spawnInside(this.#chroot, USER, command, env, this.#logFile(program));
  }

  #logFile(program: string): string {
    return join(this.#chroot.shared, this.name, `${program}.log`);
  }
}
