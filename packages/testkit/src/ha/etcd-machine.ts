// A machine with a member of etcd, which holds the lock of the primary.

import type { ChildProcess } from 'node:child_process';
import type { Chroot } from './chroot.ts';
import { Machine } from './machine.ts';

export interface EtcdPlace {
  readonly name: string;
  readonly ports: { readonly clients: number; readonly peers: number };
}

const ANSWER_MS = 3_000;

export class EtcdMachine extends Machine implements EtcdPlace {
  readonly ports: EtcdPlace['ports'];
  readonly #all: readonly EtcdPlace[];

  /** `all` are the members, this one included. */
  constructor({ name, ports }: EtcdPlace, all: readonly EtcdPlace[], chroot: Chroot) {
    super(name, chroot, 'postgres');
    this.ports = ports;
    this.#all = all;
  }

  /** Whether it leads the other members. */
  async isLeader(): Promise<boolean> {
    try {
      const answer = await fetch(`${addressOf(this.ports.clients)}/v3/maintenance/status`, {
        method: 'POST',
        body: '{}',
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      const { header, leader } = (await answer.json()) as { header: { member_id: string }; leader: string };
      return header.member_id === leader;
    } catch {
      return false;
    }
  }

  protected spawnPrograms(): readonly ChildProcess[] {
    const { clients, peers } = this.ports;
    const options = {
      name: this.name,
      'data-dir': `/srv/${this.name}/etcd`,
      'listen-client-urls': addressOf(clients),
      'advertise-client-urls': addressOf(clients),
      'listen-peer-urls': addressOf(peers),
      'initial-advertise-peer-urls': addressOf(peers),
      'initial-cluster': this.#all.map(({ name, ports }) => `${name}=${addressOf(ports.peers)}`).join(','),
      // Patient, because all machines share one disk.
      'heartbeat-interval': '250',
      'election-timeout': '2500',
    };
    const args = Object.entries(options).map(([option, value]) => `--${option}=${value}`);
    return [this.spawn('etcd', ['etcd', ...args], {})];
  }
}

const addressOf = (port: number): string => `http://127.0.0.1:${port}`;
