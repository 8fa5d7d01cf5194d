// A Node process that says "ready URL" when it is. Its output goes to a file, where it costs it the least.

import { spawn } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface NodeProcess {
  readonly url: string;
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
    const url = /^ready (\S+)/m.exec(readFileSync(logFile, 'utf8'))?.[1];
    if (url !== undefined) return { url, stop: () => child.kill('SIGTERM') };
    await sleep(100);
  }
  child.kill('SIGKILL');
  throw new Error(`${args.join(' ')} did not start:\n${readFileSync(logFile, 'utf8')}`);
}

/** `leadline api`, as in production. */
export const startApi = (logFile: string, databaseUrl: string): Promise<NodeProcess> =>
  startNode(logFile, ['packages/cli/src/main.ts', 'api'], { DATABASE_URL: databaseUrl, PORT: '0' });
