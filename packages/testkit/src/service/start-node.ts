// Starts a Node process and waits until it prints "ready" and its URL. Logs to a file, since that costs the least time.

import { spawn } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface NodeProcess {
  readonly url: string;
  readonly pid: number;
  stop(): void;
}

export async function startNode(
  logFile: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<NodeProcess> {
  const log = openSync(logFile, 'a');
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...env },
    stdio: ['ignore', log, log],
  });
  for (let tries = 0; tries < 300; tries++) {
    const ready = /^ready ?(\S*)/m.exec(readFileSync(logFile, 'utf8'));
    if (ready !== null)
      return { url: ready[1] ?? '', pid: child.pid as number, stop: () => child.kill('SIGTERM') };
    await sleep(100);
  }
  child.kill('SIGKILL');
  throw new Error(`${args.join(' ')} failed to start:\n${readFileSync(logFile, 'utf8')}`);
}
