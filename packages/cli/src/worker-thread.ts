// The worker of `leadline serve`, on a thread of its own: an import must not hold up the answers of the API.

import { parentPort, workerData } from 'node:worker_threads';
import { startWorker } from '@leadline/server';
import { giveWay } from './give-way.ts';

giveWay();
const worker = await startWorker(workerData as Parameters<typeof startWorker>[0]);
parentPort?.postMessage('started');
parentPort?.once('message', async () => {
  await worker.stop();
  process.exit(0);
});
