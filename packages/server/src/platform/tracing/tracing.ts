// Spans: what happened to a request or a job, step by step. They carry names of our own, statuses and counts, and the ID of
// the account; never a URL, a header, an address or anything that somebody wrote.

import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';

export interface RequestSpan {
  /** Runs what follows as part of the request. */
  enter(next: () => void): void;
  end(name: string, status: number, attributes: Attributes): void;
}

export interface Tracing {
  /** Null if nobody collects spans. */
  startRequest(headers: Readonly<Record<string, unknown>>): RequestSpan | null;
  /** A step of the request or job around it, or a trace of its own. */
  trace<T>(name: string, work: () => Promise<T>, attributes?: Attributes): Promise<T>;
  /** The same for work that runs later, outside the request or job that it is part of. */
  bind<T>(name: string, work: () => T): () => T;
  /** A step that just ended. */
  record(name: string, seconds: number, attributes: Attributes): void;
  /** Sends what has not been sent, within two seconds. */
  stop(): Promise<void>;
}

export const NO_TRACING: Tracing = {
  startRequest: () => null,
  trace: (_, work) => work(),
  bind: (_, work) => work,
  record: () => {},
  stop: async () => {},
};

export type ReadParent = (headers: Readonly<Record<string, unknown>>) => Context;

/** Keeps track of the current span by itself instead of in the library's global state, so that an API and a worker can
 * run in one process. */
export class OpenTelemetry implements Tracing {
  readonly #tracer: Tracer;
  readonly #readParent: ReadParent;
  readonly #shutDown: () => Promise<void>;
  readonly #current = new AsyncLocalStorage<Context>();

  constructor(tracer: Tracer, readParent: ReadParent, shutDown: () => Promise<void>) {
    this.#tracer = tracer;
    this.#readParent = readParent;
    this.#shutDown = shutDown;
  }

  startRequest(headers: Readonly<Record<string, unknown>>): RequestSpan {
    const parent = this.#readParent(headers);
    const span = this.#tracer.startSpan('request', { kind: SpanKind.SERVER }, parent);
    const inside = trace.setSpan(parent, span);
    return {
      enter: (next) => this.#current.run(inside, next),
      end: (name, status, attributes) => {
        span.updateName(name).setAttributes({ ...attributes, 'http.response.status_code': status });
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  async trace<T>(name: string, work: () => Promise<T>, attributes: Attributes = {}): Promise<T> {
    const { span, inside } = this.#start(name, attributes);
    try {
      return await this.#current.run(inside, work);
    } catch (error) {
      fail(span, error);
      throw error;
    } finally {
      span.end();
    }
  }

  bind<T>(name: string, work: () => T): () => T {
    const parent = this.#parent;
    return () => {
      const span = this.#tracer.startSpan(name, {}, parent);
      try {
        return work();
      } catch (error) {
        fail(span, error);
        throw error;
      } finally {
        span.end();
      }
    };
  }

  record(name: string, seconds: number, attributes: Attributes): void {
    const startTime = Date.now() - seconds * 1000;
    this.#tracer.startSpan(name, { startTime, attributes }, this.#parent).end();
  }

  stop(): Promise<void> {
    return this.#shutDown();
  }

  get #parent(): Context {
    return this.#current.getStore() ?? ROOT_CONTEXT;
  }

  #start(name: string, attributes: Attributes): { readonly span: Span; readonly inside: Context } {
    const span = this.#tracer.startSpan(name, { attributes }, this.#parent);
    return { span, inside: trace.setSpan(this.#parent, span) };
  }
}

/** The kind of error only: its message may quote what somebody sent. */
function fail(span: Span, error: unknown): void {
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
