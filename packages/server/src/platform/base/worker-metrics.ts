// Metrics of a worker process: those of its cells have the cell's name as a label.

import { setTimeout as sleep } from 'node:timers/promises';
import { AggregatorRegistry, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { LOG_LINES_DROPPED, type MetricValues, makeComputeMetrics, ProcessMetrics } from './metrics.ts';

/** What all workers of a cell share, read from its database. */
interface CellJobs {
  /** Waiting and running jobs of each queue, including dead letters. */
  countQueues(): Promise<
    readonly { readonly name: string; readonly ready: number; readonly active: number }[]
  >;
  /** Seconds since 1970, or 0. */
  findLastMaintenance(): Promise<number>;
}

/** Prometheus waits ten seconds for all metrics together. */
const MAX_COLLECTING_MS = 4_000;

export class WorkerMetrics extends ProcessMetrics {
  /** All cells share the compute threads. */
  readonly compute = makeComputeMetrics(this.registry);
  readonly #cells = new Map<string, CellWorkerMetrics>();

  addDatabase(name: string, jobs: CellJobs): CellWorkerMetrics {
    const metrics = new CellWorkerMetrics(name, jobs);
    this.#cells.set(name, metrics);
    return metrics;
  }

  removeDatabase(name: string): void {
    this.#cells.delete(name);
  }

  override async text(): Promise<string> {
    const cells = await this.#collectCells();
    return `${await super.text()}\n${await AggregatorRegistry.aggregate(cells).metrics()}`;
  }

  /** Without what is about the whole process, for a worker on a thread of another one. */
  async collect(): Promise<MetricValues> {
    const [all, cells] = await Promise.all([this.registry.getMetricsAsJSON(), this.#collectCells()]);
    const ofWorker = all.filter(
      ({ name }) => name.startsWith('leadline_compute_') || name === LOG_LINES_DROPPED,
    );
    return AggregatorRegistry.aggregate([ofWorker, ...cells]).getMetricsAsJSON();
  }

  /** Leaves out cells whose database is down, unless that is true of all. */
  async #collectCells(): Promise<MetricValues[]> {
    const collected = await Promise.allSettled(
      [...this.#cells.values()].map(({ registry }) =>
        Promise.race([registry.getMetricsAsJSON(), failAfter(MAX_COLLECTING_MS)]),
      ),
    );
    const cells = collected.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    if (cells.length === 0 && collected.length > 0) throw new Error('no cell has answered');
    return cells;
  }
}

async function failAfter(ms: number): Promise<never> {
  await sleep(ms, undefined, { ref: false });
  throw new Error('timed out');
}

class CellWorkerMetrics {
  readonly registry = new Registry();
  readonly deliverySeconds = new Histogram({
    name: 'leadline_delivery_seconds',
    help: 'Response time of webhook endpoints, by whether they accepted the delivery',
    labelNames: ['delivered'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 2, 5, 15],
    registers: [this.registry],
  });
  readonly importedRows = new Counter({
    name: 'leadline_import_rows_total',
    help: 'Rows of import files, by result',
    labelNames: ['verdict'],
    registers: [this.registry],
  });
  readonly alertEmails = new Counter({
    name: 'leadline_alert_emails_total',
    help: 'Emails about leads, by kind and result; a failed attempt is repeated, a given-up one is not',
    labelNames: ['kind', 'result'],
    registers: [this.registry],
  });

  constructor(cell: string, jobs: CellJobs) {
    this.registry.setDefaultLabels({ cell });
    new Gauge({
      name: 'leadline_jobs',
      help: 'Jobs by queue and state',
      labelNames: ['queue', 'state'],
      registers: [this.registry],
      async collect() {
        for (const { name, ready, active } of await jobs.countQueues()) {
          this.set({ queue: name, state: 'ready' }, ready);
          this.set({ queue: name, state: 'active' }, active);
        }
      },
    });
    new Gauge({
      name: 'leadline_maintenance_last_success_timestamp_seconds',
      help: 'When maintenance last succeeded, in any worker; 0 if it has not for a week',
      registers: [this.registry],
      async collect() {
        this.set(await jobs.findLastMaintenance());
      },
    });
  }
}
