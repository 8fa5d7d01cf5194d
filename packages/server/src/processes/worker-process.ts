// The worker process: what the workers of its databases share, and its metrics.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { CellWorkers } from '../cells/workers/cell-workers.ts';
import { ImportThreads } from '../imports/run/import-threads.ts';
import { oneAtATime } from '../platform/base/fair-queue.ts';
import { describeError, openLog } from '../platform/base/log.ts';
import type { MetricValues } from '../platform/base/metrics.ts';
import { WorkerMetrics } from '../platform/base/worker-metrics.ts';
import { ComputePool } from '../platform/compute/compute-pool.ts';
import { startTracing } from '../platform/tracing/start-tracing.ts';
import type { WorkerConfig } from './config/config.ts';
import { startDatabaseWorker, type WorkerParts } from './worker.ts';

export { lowerPriority } from '../platform/compute/lower-priority.ts';

export interface RunningWorker {
  readonly metricsUrl: string | null;
  collectMetrics(): Promise<MetricValues>;
  /** Finishes current deliveries, pauses imports, then stops. */
  stop(): Promise<void>;
}

/** Enough to score 50,000 leads twice without a pause. Then half of the thread. */
const RESCORING_ALLOWANCE = { burstMs: 60_000, msPerSecond: 500 };

export async function startWorker(config: WorkerConfig): Promise<RunningWorker> {
  const log = openLog(config.logLevel);
  const { logger } = log;
  const tracing = await startTracing(config.tracing, 'leadline-worker', logger);
  const metrics = new WorkerMetrics(config.release);
  metrics.watchLog(log);
  const compute = new ComputePool(metrics.compute, {
    threads: 1,
    allowance: RESCORING_ALLOWANCE,
    onError: (error) => logger.error(describeError(error), 'compute thread failed'),
  });
  const importThreads = new ImportThreads();
  const ending = new AbortController();
  const parts: WorkerParts = {
    config,
    tracing,
    metrics,
    compute,
    importThreads,
    trainings: oneAtATime(),
    ending: ending.signal,
  };
  const workers = new CellWorkers({
    databaseUrl: config.databaseUrl,
    only: config.workerCells,
    start: (served, log) => startDatabaseWorker(served, parts, log),
    logger,
    ending: ending.signal,
  });
  const server =
    config.metricsPort === null
      ? null
      : metrics.serve(config.metricsHost, config.metricsPort, () => workers.checkReadiness());
  // Before the workers, which wait for their databases: until then, it isn't ready.
  if (server !== null) await once(server, 'listening');
  try {
    await workers.start();
  } catch (error) {
    server?.close();
    throw error;
  }
  return {
    metricsUrl:
      server === null
        ? null
        : `http://${config.metricsHost}:${(server.address() as AddressInfo).port}/metrics`,
    collectMetrics: () => metrics.collect(),
    stop: async () => {
      ending.abort();
      await compute.close(); // a job may be waiting for its account's allowance
      await workers.stop();
      await importThreads.close();
      server?.close();
      await tracing.stop();
      await log.close();
    },
  };
}
