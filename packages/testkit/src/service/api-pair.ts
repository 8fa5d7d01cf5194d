// Two API processes on one database: what one does, the other must know.

import { findFreePort } from '../net/find-free-port.ts';
import { type LeadlineProcess, spawnApi } from './spawn-leadline.ts';
import { stopOnSignal } from './stop-on-signal.ts';

export interface ApiPair {
  readonly urls: readonly [string, string];
  /** The processes as they are now. */
  readonly processes: readonly LeadlineProcess[];
  killAndRestart(place: 0 | 1): Promise<void>;
  stop(): Promise<void>;
}

export async function startApiPair(databaseUrl: string): Promise<ApiPair> {
  const ports = [await findFreePort(), await findFreePort()] as const;
  const processes: LeadlineProcess[] = [];
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
    stopOnSignal.delete(stop);
    await starting.catch(() => {});
    await Promise.all(processes.map((each) => each.kill('SIGKILL')));
  };
  stopOnSignal.add(stop);
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
export async function withApiPair<T>(databaseUrl: string, work: (pair: ApiPair) => Promise<T>): Promise<T> {
  const pair = await startApiPair(databaseUrl);
  try {
    return await work(pair);
  } finally {
    await pair.stop();
  }
}
