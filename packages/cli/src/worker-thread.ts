// Runs the worker of `leadline serve` on its own thread, so that imports don't slow down the API and its memory can be
// limited.

import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority, startWorker } from '@leadline/server/worker';
import type { WorkerMessage } from './supervise-worker.ts';

lowerPriority();
const worker = await startWorker(workerData as Parameters<typeof startWorker>[0]);
parentPort?.postMessage(worker.metricsUrl);
parentPort?.on('message', async (message: WorkerMessage) => {
  if (message === 'collect metrics') {
    // The database may be down.
    parentPort?.postMessage({ metrics: await worker.collectMetrics().catch(() => []) });
    return;
  }
  await worker.stop();
  process.exit(0);
});
