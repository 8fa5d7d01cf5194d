// A process that makes calls with a client: one line in, one line out.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface DrivenCall {
  readonly url?: string;
  readonly key?: string;
  readonly call?: string;
  readonly args?: readonly unknown[];
  readonly options?: Readonly<Record<string, unknown>>;
  readonly webhook?: object;
}

export interface DrivenAnswer {
  readonly result?: unknown;
  readonly error?: Readonly<Record<string, unknown>>;
}

export interface Driver {
  run(call: DrivenCall): Promise<DrivenAnswer>;
  stop(): void | Promise<void>;
}

export function startDriver(command: string, args: readonly string[]): Driver {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async run(call) {
      child.stdin.write(`${JSON.stringify(call)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`${command} ended; see its output above`);
      return JSON.parse(value) as DrivenAnswer;
    },
    stop: () => void child.kill(),
  };
}
