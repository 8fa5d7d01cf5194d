// The worker runs on its own thread: in `leadline serve` an import must not slow down the API, and the memory of a thread
// can be limited.

import { parentPort, workerData } from 'node:worker_threads';
import { startWorker } from '@leadline/server';
import { lowerPriority } from './lower-priority.ts';

lowerPriority();
const worker = await startWorker(workerData as Parameters<typeof startWorker>[0]);
parentPort?.postMessage(worker.metricsUrl);
parentPort?.once('message', async () => {
  await worker.stop();
  process.exit(0);
});
