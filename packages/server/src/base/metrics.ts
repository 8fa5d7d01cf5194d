// Figures for Prometheus. Labels are routes and statuses: few, and never anybody's data.

import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Of a process: the runtime's figures, and a port of its own, which no customer needs to reach. */
class ProcessMetrics {
  protected readonly registry = new Registry();

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  serve(host: string, port: number): Server {
    return createServer(async (request, response) => {
      if (request.url !== '/metrics') {
        response.writeHead(404).end();
        return;
      }
      try {
        const text = await this.registry.metrics();
        response.setHeader('Content-Type', this.registry.contentType);
        response.end(text);
      } catch {
        response.writeHead(503).end(); // the database, which is asked for some of them, is away
      }
    }).listen(port, host);
  }
}

export class WorkerMetrics extends ProcessMetrics {
  readonly deliverySeconds = new Histogram({
    name: 'leadline_delivery_seconds',
    help: 'Time an endpoint took to answer, by whether it took the delivery',
    labelNames: ['delivered'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 2, 5, 15],
    registers: [this.registry],
  });
  readonly importedRows = new Counter({
    name: 'leadline_import_rows_total',
    help: 'Rows of import files, by what became of them',
    labelNames: ['verdict'],
    registers: [this.registry],
  });

  /** The queues, by name and by how many jobs wait, run, or lie among the dead letters. */
  constructor(
    queues: () => Promise<
      readonly { readonly name: string; readonly ready: number; readonly active: number }[]
    >,
  ) {
    super();
    new Gauge({
      name: 'leadline_jobs',
      help: 'Jobs by queue and state',
      labelNames: ['queue', 'state'],
      registers: [this.registry],
      async collect() {
        for (const { name, ready, active } of await queues()) {
          this.set({ queue: name, state: 'ready' }, ready);
          this.set({ queue: name, state: 'active' }, active);
        }
      },
    });
  }
}

export class Metrics extends ProcessMetrics {
  readonly #requestSeconds = new Histogram({
    name: 'leadline_http_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
    registers: [this.registry],
  });
  readonly batchLeads = new Histogram({
    name: 'leadline_write_batch_leads',
    help: 'Leads that shared a commit',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128],
    registers: [this.registry],
  });
  readonly batchSeconds = new Histogram({
    name: 'leadline_write_batch_seconds',
    help: 'Time to write and commit a batch',
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5],
    registers: [this.registry],
  });
  readonly writeRetries = new Counter({
    name: 'leadline_write_retries_total',
    help: 'Batches written again because the database was away or their commit in doubt',
    registers: [this.registry],
  });

  readonly receivedDropped = new Counter({
    name: 'leadline_received_dropped_total',
    help: 'Requests that were answered but not written down for whoever connects a form',
    registers: [this.registry],
  });

  readonly assessments = new Counter({
    name: 'leadline_ai_assessments_total',
    help: 'Messages, by which model read them, or why none did',
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
    help: 'Times the LLM was to be asked and gave nothing, by why',
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
    help: 'What the LLM cost, by the prices the operator gave',
    registers: [this.registry],
  });

  constructor(waiting: () => number) {
    super();
    new Gauge({
      name: 'leadline_write_waiting',
      help: 'Leads waiting to be written',
      registers: [this.registry],
      collect() {
        this.set(waiting());
      },
    });
  }

  /** By its labels, joined: finding a histogram's child by them costs more than the observation. */
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
