// A PostgreSQL server in a temporary folder that can be crashed and restarted on the same port.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, startLocalPostgres } from '@leadline/server';
import { findFreePort } from '../net/find-free-port.ts';

export interface CrashablePostgres {
  readonly url: string;
  isRunning(): Promise<boolean>;
  /** Like a power failure: nothing is flushed, and the next start recovers from the WAL. */
  crash(): Promise<void>;
  /** Does nothing if it is running. */
  restart(): Promise<void>;
  remove(): Promise<void>;
}

export interface CrashableOptions {
  /** A temporary one if missing. */
  readonly folder?: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

export async function startCrashablePostgres(options: CrashableOptions = {}): Promise<CrashablePostgres> {
  const postgres = await startEmptyPostgres(options);
  await migrate(postgres.url);
  return postgres;
}

/** Without Leadline's schema. */
export async function startEmptyPostgres(options: CrashableOptions = {}): Promise<CrashablePostgres> {
  const { env } = options;
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'leadline-drill-')));
  const settings = { max_connections: '100', port: String(await findFreePort()), ...options.settings };
  let running = await startLocalPostgres(folder, settings, env);
  let isRunning = true;
  const crash = async (): Promise<void> => {
    isRunning = false;
    await running.stop('immediate');
  };
  return {
    url: running.url,
    isRunning: () => hasServer(folder),
    crash,
    restart: async () => {
      running = await startLocalPostgres(folder, settings, env);
      isRunning = true;
    },
    remove: async () => {
      if (isRunning) await crash().catch(() => {}); // it may have stopped by itself
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The first line of its lock file is the process ID. */
async function hasServer(folder: string): Promise<boolean> {
  try {
    const lock = await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8');
    return process.kill(Number.parseInt(lock, 10), 0);
  } catch {
    return false;
  }
}
