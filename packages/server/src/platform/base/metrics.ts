// Prometheus metrics. Labels, such as routes and statuses, have few values and never contain personal data.

import { createServer, type Server, type ServerResponse } from 'node:http';
import { ENGINE_VERSION } from '@leadline/engine/version';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Log } from './log.ts';

/** The worker that `leadline serve` runs beside the API. */
export interface WorkerHealth {
  readonly isUp: boolean;
  readonly restarts: number;
  /** What only a worker measures. Empty if it doesn't answer. */
  collectMetrics(): Promise<MetricValues>;
}

/** As one thread sends them to another. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** What is wrong with each part that a process needs, or null. */
export type Readiness = ReadonlyMap<string, string | null>;

export const LOG_LINES_DROPPED = 'leadline_log_lines_dropped_total';

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

  watchLog({ dropped }: Pick<Log, 'dropped'>): void {
    new Counter({
      name: LOG_LINES_DROPPED,
      help: 'Log lines that were dropped because standard output did not take them',
      registers: [this.registry],
      collect() {
        this.reset();
        this.inc(dropped());
      },
    });
  }

  /** Fails if metrics come from a database that is down. */
  text(): Promise<string> {
    return this.registry.metrics();
  }

  /** With `checkReadiness`, also answers health checks, for a process that serves nothing else. */
  serve(host: string, port: number, checkReadiness: (() => Promise<Readiness>) | null = null): Server {
    const server = createServer(async (request, response) => {
      if (checkReadiness !== null && request.url === '/healthz') {
        response.end('{"success":true}');
        return;
      }
      if (checkReadiness !== null && request.url === '/readyz') {
        answerReadiness(response, await checkReadiness());
        return;
      }
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
    // For the message that it can't listen there.
    return server.once('error', (error: NodeJS.ErrnoException) =>
      Object.assign(error, {
        setting: error.code === 'EADDRINUSE' ? 'METRICS_PORT' : 'METRICS_HOST or METRICS_PORT',
      }),
    );
  }
}

/** A problem of one cell is no reason to replace a worker that serves others, too. */
function answerReadiness(response: ServerResponse, readiness: Readiness): void {
  const success = [...readiness.values()].includes(null);
  const cells = Object.fromEntries([...readiness].map(([name, problem]) => [name, problem ?? 'ready']));
  response.writeHead(success ? 200 : 503, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ success, cells }));
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
  /** How far its clock is ahead of ours. Null if unknown. */
  readonly clockSkew: () => number | null;
}

export interface ApiCellMetrics {
  readonly batchLeads: Histogram.Internal<'cell'>;
  readonly batchSeconds: Histogram.Internal<'cell'>;
  readonly writeRetries: Counter.Internal;
  /** Returns a function that ends it. */
  watch(watched: WatchedCell): () => void;
}

export class Metrics extends ProcessMetrics {
  #worker: WorkerHealth | null = null;
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

  readonly spamLeads = new Counter({
    name: 'leadline_spam_leads_total',
    help: "New leads graded Spam: stored without counting toward the plan, or rejected because of the account's or the sender's limit",
    labelNames: ['result'],
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
    this.#addCellGauge(
      'leadline_clock_skew_seconds',
      "How far the database's clock is ahead of this process's",
      ({ clockSkew }) => clockSkew() ?? Number.NaN,
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
    this.#worker = worker;
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

  /** Together with those of the worker beside it. Both have compute threads, whose values are added up. */
  override async text(): Promise<string> {
    const ofWorker = (await this.#worker?.collectMetrics()) ?? [];
    if (ofWorker.length === 0) return super.text();
    const names = new Set(ofWorker.map(({ name }) => name));
    const own = await this.registry.getMetricsAsJSON();
    const alone = own.filter(({ name }) => !names.has(name));
    const texts = await Promise.all(alone.map(({ name }) => this.registry.getSingleMetricAsString(name)));
    const shared = AggregatorRegistry.aggregate([own.filter(({ name }) => names.has(name)), ofWorker]);
    return `${texts.join('\n\n')}\n\n${await shared.metrics()}`;
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
