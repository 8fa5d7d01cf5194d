// The worker process: what the workers of its cells share, and its metrics.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describeError, openLog } from './base/log.ts';
import { OneAtATime } from './base/one-at-a-time.ts';
import { WorkerMetrics } from './base/worker-metrics.ts';
import { CellWorkers } from './cell-workers.ts';
import { ComputePool } from './compute/compute-pool.ts';
import type { WorkerConfig } from './config.ts';
import { ImportThreads } from './imports/import-threads.ts';
import { startTracing } from './tracing/start-tracing.ts';

export { lowerPriority } from './compute/lower-priority.ts';

export interface RunningWorker {
  readonly metricsUrl: string | null;
  /** Finishes current deliveries, pauses imports, then stops. */
  stop(): Promise<void>;
}

/** Enough to score 50,000 leads twice without a pause. Then half of the thread. */
const RESCORING_ALLOWANCE = { burstMs: 60_000, msPerSecond: 500 };

export async function startWorker(config: WorkerConfig): Promise<RunningWorker> {
  const { logger, close: closeLog } = openLog(config.logLevel);
  const tracing = await startTracing(config.tracing, 'leadline-worker', logger);
  const metrics = new WorkerMetrics(config.release);
  const compute = new ComputePool(metrics.compute, {
    threads: 1,
    allowance: RESCORING_ALLOWANCE,
    onError: (error) => logger.error(describeError(error), 'compute thread failed'),
  });
  const importThreads = new ImportThreads();
  const ending = new AbortController();
  const workers = new CellWorkers(
    {
      config,
      tracing,
      metrics,
      compute,
      importThreads,
      trainings: new OneAtATime(),
      ending: ending.signal,
    },
    logger,
  );
  await workers.start();
  const server = config.metricsPort === null ? null : metrics.serve(config.metricsHost, config.metricsPort);
  if (server !== null) await once(server, 'listening');
  return {
    metricsUrl:
      server === null
        ? null
        : `http://${config.metricsHost}:${(server.address() as AddressInfo).port}/metrics`,
    stop: async () => {
      ending.abort();
      await compute.close(); // a job may be waiting for its account's allowance
      await workers.stop();
      await importThreads.close();
      server?.close();
      await tracing.stop();
      closeLog();
    },
  };
}
