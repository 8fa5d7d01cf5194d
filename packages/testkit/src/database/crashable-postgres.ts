// A PostgreSQL server in a temporary folder that can be crashed and restarted on the same port.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, startLocalPostgres } from '@leadline/server';
import { findFreePort } from '../net/find-free-port.ts';

export interface CrashablePostgres {
  readonly url: string;
  /** Like a power failure: nothing is flushed, and the next start recovers from the WAL. */
  crash(): Promise<void>;
  restart(): Promise<void>;
  remove(): Promise<void>;
}

export async function startCrashablePostgres(): Promise<CrashablePostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'leadline-drill-'));
  const settings = { max_connections: '100', port: String(await findFreePort()) };
  let running = await startLocalPostgres(folder, settings);
  let isRunning = true;
  const crash = async (): Promise<void> => {
    isRunning = false;
    await running.stop('immediate');
  };
  await migrate(running.url);
  return {
    url: running.url,
    crash,
    restart: async () => {
      running = await startLocalPostgres(folder, settings);
      isRunning = true;
    },
    remove: async () => {
      if (isRunning) await crash();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
