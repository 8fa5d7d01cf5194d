// Two API processes on one database: what one does, the other must know.

import { type ApiProcess, spawnApi } from '../../packages/server/test/support/api.ts';
import { stopsOnSignal } from './drill.ts';
import { findQuietPort } from './quiet-port.ts';

export interface Pair {
  readonly urls: readonly [string, string];
  /** The processes as they are now. */
  readonly processes: readonly ApiProcess[];
  killAndRestart(place: 0 | 1): Promise<void>;
  stop(): Promise<void>;
}

export async function startPair(databaseUrl: string): Promise<Pair> {
  const ports = [await findQuietPort(), await findQuietPort()] as const;
  const processes: ApiProcess[] = [];
  let starting = Promise.resolve();
  let isStopped = false;
  const start = (place: 0 | 1): Promise<void> => {
    if (isStopped) return Promise.reject(new Error('the pair was stopped'));
    starting = spawnApi(databaseUrl, ports[place], 'error').then((started) => {
      processes[place] = started;
    });
    return starting;
  };
  const stop = async (): Promise<void> => {
    isStopped = true;
    stopsOnSignal.delete(stop);
    await starting.catch(() => {});
    await Promise.all(processes.map((each) => each.kill('SIGKILL')));
  };
  stopsOnSignal.add(stop);
  await start(0);
  await start(1);
  return {
    urls: [`http://127.0.0.1:${ports[0]}`, `http://127.0.0.1:${ports[1]}`],
    processes,
    killAndRestart: async (place) => {
      await processes[place]?.kill('SIGKILL');
      await start(place);
    },
    stop,
  };
}

/** Runs on two processes of its own, which end with it. */
export async function withPair<T>(databaseUrl: string, work: (pair: Pair) => Promise<T>): Promise<T> {
  const pair = await startPair(databaseUrl);
  try {
    return await work(pair);
  } finally {
    await pair.stop();
  }
}
