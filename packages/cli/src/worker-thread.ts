// The worker, on a thread of its own: in `leadline serve` an import must not hold up the answers of the API, and a thread
// can be held to an amount of memory.

import { parentPort, workerData } from 'node:worker_threads';
import { startWorker } from '@leadline/server';
import { giveWay } from './give-way.ts';

giveWay();
const worker = await startWorker(workerData as Parameters<typeof startWorker>[0]);
parentPort?.postMessage(worker.metricsUrl);
parentPort?.once('message', async () => {
  await worker.stop();
  process.exit(0);
});
