// Two API processes that share one database.

import { findFreePort } from '../net/find-free-port.ts';
import { type LeadlineProcess, spawnApi } from './spawn-leadline.ts';
import { stopOnSignal } from './stop-on-signal.ts';

export interface ApiPair {
  readonly urls: readonly [string, string];
  /** The current processes. They change with each restart. */
  readonly processes: readonly LeadlineProcess[];
  killAndRestart(index: 0 | 1): Promise<void>;
  stop(): Promise<void>;
}

export async function startApiPair(
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ApiPair> {
  const ports = [await findFreePort(), await findFreePort()] as const;
  const processes: LeadlineProcess[] = [];
  let starting = Promise.resolve();
  let isStopped = false;
  const start = (index: 0 | 1): Promise<void> => {
    if (isStopped) return Promise.reject(new Error('cannot start an API process: the pair has been stopped'));
    starting = spawnApi(databaseUrl, ports[index], 'error', 'off', env).then((started) => {
      processes[index] = started;
    });
    return starting;
  };
  const stop = async (): Promise<void> => {
    isStopped = true;
    stopOnSignal.delete(stop);
    await starting.catch(() => {});
    await Promise.all(processes.map((apiProcess) => apiProcess.kill('SIGKILL')));
  };
  stopOnSignal.add(stop);
  await start(0);
  await start(1);
  return {
    urls: [`http://127.0.0.1:${ports[0]}`, `http://127.0.0.1:${ports[1]}`],
    processes,
    killAndRestart: async (index) => {
      await processes[index]?.kill('SIGKILL');
      await start(index);
    },
    stop,
  };
}

/** Stops both processes when the work finishes or fails. */
export async function withApiPair<T>(
  databaseUrl: string,
  work: (pair: ApiPair) => Promise<T>,
  env: Readonly<Record<string, string>> = {},
): Promise<T> {
  const pair = await startApiPair(databaseUrl, env);
  try {
    return await work(pair);
  } finally {
    await pair.stop();
  }
}
