// Fits detectors on several threads at a time. What comes out doesn't depend on how many there are.

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FitOptions, Fitted, Row } from './fit-detectors.ts';

const THREADS = 4;
const THREAD = new URL('fit-thread.ts', import.meta.url);

let busy = 0;
const waiting: (() => void)[] = [];

/** `makeRows` is called when a thread is free, so that no more rows than needed are in memory. */
export async function fitOnThread(makeRows: () => readonly Row[], options: FitOptions): Promise<Fitted> {
  if (busy === THREADS) await new Promise<void>((resolve) => waiting.push(resolve));
  else busy++;
  const worker = new Worker(THREAD);
  try {
    worker.postMessage({ rows: makeRows(), options });
    const [fitted] = (await once(worker, 'message')) as [Fitted];
    return fitted;
  } finally {
    await worker.terminate();
    const next = waiting.shift();
    if (next === undefined) busy--;
    else next();
  }
}
