// A machine with PostgreSQL and the Patroni that runs it. PostgreSQL can also crash alone.

import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chroot } from './chroot.ts';
import type { EtcdPlace } from './etcd-machine.ts';
import { Machine } from './machine.ts';
import { listChildren, readCommand, signalAll } from './process-tree.ts';

export interface PostgresPlace {
  readonly name: string;
  readonly ports: { readonly patroni: number; readonly postgres: number };
}

export const SUPERUSER_PASSWORD = 'password-of-postgres';

const ANSWER_MS = 3_000;

export class PostgresMachine extends Machine implements PostgresPlace {
  readonly ports: PostgresPlace['ports'];
  readonly #etcd: readonly EtcdPlace[];

  constructor({ name, ports }: PostgresPlace, etcd: readonly EtcdPlace[], chroot: Chroot) {
    super(name, chroot, 'postgres');
    this.ports = ports;
    this.#etcd = etcd;
  }

  /** Crashes PostgreSQL alone. With a stall, commits of that many milliseconds reach no standby before the crash. */
  async killPostmaster(stallMs: number): Promise<void> {
    const [postmaster] = this.findDaemons();
    if (postmaster === undefined) throw new Error(`PostgreSQL is not running on ${this.name}`);
    const senders =
      stallMs === 0 ? [] : listChildren(postmaster).filter((pid) => readCommand(pid).includes('walsender'));
    signalAll(senders, 'SIGSTOP');
    await sleep(stallMs);
    // Senders that go on would still send what they have.
    signalAll([...senders, postmaster], 'SIGKILL');
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

  /** Patroni starts PostgreSQL as a daemon, so that it outlives Patroni. */
  protected override findDaemons(): readonly number[] {
    try {
      const file = join(this.chroot.shared, this.name, 'postgres/postmaster.pid');
      const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
      // The file of a crashed server stays, and another process may have its ID by now.
      return readCommand(pid).includes(`/srv/${this.name}/postgres`) ? [pid] : [];
    } catch {
      return [];
    }
  }

  protected spawnPrograms(): readonly ChildProcess[] {
    const { patroni, postgres } = this.ports;
    const env = {
      PATRONI_NAME: this.name,
      PATRONI_ETCD3_HOSTS: this.#etcd.map(({ ports }) => `127.0.0.1:${ports.clients}`).join(','),
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
    };
    return [this.spawn('patroni', ['patroni', '/srv/patroni.yaml'], env)];
  }
}
