// A machine of a cluster, made of processes. It can crash and freeze as a whole.

import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Chroot, spawnInside } from './chroot.ts';
import { listTrees, signalAll } from './process-tree.ts';

export abstract class Machine {
  readonly name: string;
  protected readonly chroot: Chroot;
  readonly #user: string;
  #programs: readonly ChildProcess[] = [];

  /** The programs run as `user`. */
  constructor(name: string, chroot: Chroot, user: string) {
    this.name = name;
    this.chroot = chroot;
    this.#user = user;
  }

  protected abstract spawnPrograms(): readonly ChildProcess[];

  /** What runs beside the programs that were spawned. */
  protected findDaemons(): readonly number[] {
    return [];
  }

  /** Starts or restarts with the data it has. */
  start(): void {
    this.#programs = this.spawnPrograms();
  }

  /** Like a power failure. */
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

  /** The last lines of a program's log. */
  describe(program: string): string {
    const lines = readFileSync(this.#logFile(program), 'utf8').trimEnd().split('\n');
    return [`${this.name}:`, ...lines.slice(-20)].join('\n');
  }

  protected spawn(
    program: string,
    command: readonly string[],
    env: Readonly<Record<string, string>>,
  ): ChildProcess {
    return spawnInside(this.chroot, this.#user, command, env, this.#logFile(program));
  }

  #processes(): number[] {
    const programs = this.#programs.flatMap(({ pid }) => pid ?? []);
    return listTrees([...programs, ...this.findDaemons()]);
  }

  #logFile(program: string): string {
    return join(this.chroot.shared, this.name, `${program}.log`);
  }
}
