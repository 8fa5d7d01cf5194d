// Prometheus metrics. Labels, such as routes and statuses, have few values and never contain personal data.

import { createServer, type Server } from 'node:http';
import { ENGINE_VERSION } from '@leadline/engine/version';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The worker that `leadline serve` runs beside the API. */
export interface WorkerHealth {
  readonly isUp: boolean;
  readonly restarts: number;
}

/** Runtime metrics, served on a separate port that customers don't need access to. */
export class ProcessMetrics {
  readonly registry = new Registry();

  constructor(release: string | null = null) {
    collectDefaultMetrics({ register: this.registry });
    new Gauge({
      name: 'leadline_build_info',
      help: 'Always 1; the labels are the versions of the release and of its scoring engine',
      labelNames: ['version', 'engine'],
      registers: [this.registry],
    }).set({ version: release ?? 'unknown', engine: ENGINE_VERSION }, 1);
  }

  /** Fails if metrics come from a database that is down. */
  text(): Promise<string> {
    return this.registry.metrics();
  }

  serve(host: string, port: number): Server {
    const server = createServer(async (request, response) => {
      if (request.url !== '/metrics') {
        response.writeHead(404).end();
        return;
      }
      try {
        const text = await this.text();
        response.setHeader('Content-Type', this.registry.contentType);
        response.end(text);
      } catch {
        response.writeHead(503).end();
      }
    }).listen(port, host);
    // For the message that the port is in use.
    return server.once('error', (error) => Object.assign(error, { setting: 'METRICS_PORT' }));
  }
}

/** What the compute threads report. */
export interface ComputeMetrics {
  readonly tasks: Counter<'task' | 'result'>;
  readonly seconds: Counter<'task'>;
  readonly waiting: Gauge;
}

export const makeComputeMetrics = (registry: Registry): ComputeMetrics => ({
  tasks: new Counter({
    name: 'leadline_compute_tasks_total',
    help: 'Tasks for the compute threads, by result; a terminated task exceeded its deadline or memory',
    labelNames: ['task', 'result'],
    registers: [registry],
  }),
  seconds: new Counter({
    name: 'leadline_compute_seconds_total',
    help: 'CPU time used on the compute threads',
    labelNames: ['task'],
    registers: [registry],
  }),
  waiting: new Gauge({
    name: 'leadline_compute_waiting',
    help: 'Tasks waiting for a compute thread',
    registers: [registry],
  }),
});

interface WatchedCell {
  /** Whether its database answers. */
  readonly isUp: () => boolean;
  /** Whether it can store leads. */
  readonly isReady: () => boolean;
  readonly waiting: () => number;
  /** Null if the disk is on another machine. */
  readonly freeDisk: () => number | null;
}

export interface ApiCellMetrics {
  readonly batchLeads: Histogram.Internal<'cell'>;
  readonly batchSeconds: Histogram.Internal<'cell'>;
  readonly writeRetries: Counter.Internal;
  /** Returns a function that ends it. */
  watch(watched: WatchedCell): () => void;
}

export class Metrics extends ProcessMetrics {
  readonly #requestSeconds = new Histogram({
    name: 'leadline_http_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
    registers: [this.registry],
  });
  readonly #batchLeads = new Histogram({
    name: 'leadline_write_batch_leads',
    help: 'Leads that shared a commit',
    labelNames: ['cell'],
    buckets: [1, 2, 4, 8, 16, 32, 64, 128],
    registers: [this.registry],
  });
  readonly #batchSeconds = new Histogram({
    name: 'leadline_write_batch_seconds',
    help: 'Time to write and commit a batch',
    labelNames: ['cell'],
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5],
    registers: [this.registry],
  });
  readonly #writeRetries = new Counter({
    name: 'leadline_write_retries_total',
    help: 'Batches retried because the database was down or the commit was in doubt',
    labelNames: ['cell'],
    registers: [this.registry],
  });

  readonly receivedDropped = new Counter({
    name: 'leadline_received_dropped_total',
    help: 'Intake requests left out of the request log',
    registers: [this.registry],
  });

  readonly assessments = new Counter({
    name: 'leadline_ai_assessments_total',
    help: 'Messages, by the model that read them or the reason none did',
    labelNames: ['by'],
    registers: [this.registry],
  });
  readonly assessSeconds = new Histogram({
    name: 'leadline_ai_seconds',
    help: 'Time a lead waited for its message to be read',
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
    registers: [this.registry],
  });
  readonly llmFailures = new Counter({
    name: 'leadline_llm_failures_total',
    help: 'Failed LLM requests, by reason',
    labelNames: ['why'],
    registers: [this.registry],
  });
  readonly llmTokens = new Counter({
    name: 'leadline_llm_tokens_total',
    help: 'Tokens sent to the LLM and received from it',
    labelNames: ['direction'],
    registers: [this.registry],
  });
  readonly llmDollars = new Counter({
    name: 'leadline_llm_dollars_total',
    help: 'LLM costs in US dollars, at the configured prices',
    registers: [this.registry],
  });

  readonly compute = makeComputeMetrics(this.registry);

  readonly #watched = new Map<string, WatchedCell>();

  constructor(release: string | null = null) {
    super(release);
    this.#addCellGauge(
      'leadline_cell_up',
      "1 while the cell's database answers, even if it cannot write, otherwise 0",
      ({ isUp }) => Number(isUp()),
    );
    this.#addCellGauge(
      'leadline_store_ready',
      '1 while leads can be stored, 0 while the disk is full or the database cannot write',
      ({ isReady }) => Number(isReady()),
    );
    this.#addCellGauge(
      'leadline_disk_free_bytes',
      "Free space on the disk of PostgreSQL's data, if DATA_DISK_PATH is set",
      ({ freeDisk }) => freeDisk() ?? Number.NaN,
    );
    this.#addCellGauge('leadline_write_waiting', 'Leads waiting to be written', ({ waiting }) => waiting());
  }

  /** Only has the cells that are watched, so that one that was removed is gone. */
  #addCellGauge(name: string, help: string, read: (cell: WatchedCell) => number): void {
    const watched = this.#watched;
    new Gauge({
      name,
      help,
      labelNames: ['cell'],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const [cell, values] of watched) this.set({ cell }, read(values));
      },
    });
  }

  /** Looked up once, because that costs more than an observation. */
  ofCell(cell: string): ApiCellMetrics {
    // From the start, so that rates begin at zero.
    this.#writeRetries.inc({ cell }, 0);
    for (const histogram of [this.#batchLeads, this.#batchSeconds]) histogram.zero({ cell });
    return {
      batchLeads: this.#batchLeads.labels(cell),
      batchSeconds: this.#batchSeconds.labels(cell),
      writeRetries: this.#writeRetries.labels(cell),
      watch: (watched) => {
        this.#watched.set(cell, watched);
        return () => {
          if (this.#watched.get(cell) === watched) this.#watched.delete(cell);
        };
      },
    };
  }

  watchWorker(worker: WorkerHealth): void {
    new Gauge({
      name: 'leadline_worker_up',
      help: 'Whether the worker beside this API is running: 1, or 0 while it is being restarted',
      registers: [this.registry],
      collect() {
        this.set(worker.isUp ? 1 : 0);
      },
    });
    new Counter({
      name: 'leadline_worker_restarts_total',
      help: 'Restarts of the worker beside this API after a crash',
      registers: [this.registry],
      collect() {
        this.reset();
        this.inc(worker.restarts);
      },
    });
  }

  /** Cached by label values, because prom-client's own lookup costs more than the observation. */
  readonly #children = new Map<string, Histogram.Internal<string>>();

  observeRequest(method: string, route: string, status: number, seconds: number): void {
    const labels = `${method} ${route} ${status}`;
    let child = this.#children.get(labels);
    if (child === undefined) {
      child = this.#requestSeconds.labels(method, route, String(status));
      this.#children.set(labels, child);
    }
    child.observe(seconds);
  }
}
