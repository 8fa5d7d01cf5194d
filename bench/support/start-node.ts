// A Node process that says "ready", and at which URL, when it is. Its output goes to a file, where it costs it the least.

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
  throw new Error(`${args.join(' ')} did not start:\n${readFileSync(logFile, 'utf8')}`);
}

/** `leadline api` and `leadline worker`, as in production, but that receivers may be on this machine, and that messages
 * are read only where that is what is measured. */
export const startApi = (
  logFile: string,
  databaseUrl: string,
  ai: Readonly<Record<string, string>> = { AI: 'off' },
): Promise<NodeProcess> =>
  startNode(logFile, ['packages/cli/src/main.ts', 'api'], {
    DATABASE_URL: databaseUrl,
    PORT: '0',
    ...WEBHOOKS,
    ...ai,
  });

/** Without webhooks it moves events into the queue and delivers none. */
export const startWorker = (
  logFile: string,
  databaseUrl: string,
  { delivers = true }: { readonly delivers?: boolean } = {},
): Promise<NodeProcess> =>
  startNode(logFile, ['packages/cli/src/main.ts', 'worker'], {
    DATABASE_URL: databaseUrl,
    ...(delivers ? WEBHOOKS : {}),
  });

const WEBHOOKS = {
  SECRET_KEY: 'a key for benchmarks, and for nothing else',
  WEBHOOKS_ALLOW_PRIVATE: '1',
};
