// A server that stands for a CRM, on 127.0.0.1, with faults that a real one shows only now and then.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

export type Fault =
  /** Does what was asked, and the answer is lost. */
  | 'lost answer'
  | 'hang'
  /** Sends for as long as somebody reads. */
  | 'endless'
  | '100 MB'
  /** A byte every 100 ms. */
  | 'drip'
  /** An answer of Odoo. */
  | { readonly result: unknown }
  /** Answers correctly after this time. */
  | { readonly delayMs: number }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown };

export interface FakeRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

export interface FakeResponse {
  readonly status: number;
  /** Undefined: none. */
  readonly body?: unknown;
}

/** Thrown by handlers. */
export class Refused extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(`refused with ${status}`);
    this.status = status;
    this.body = body;
  }
}

export abstract class FakeServer {
  /** The calls so far, by name. */
  readonly calls: string[] = [];
  readonly #faults = new Map<string, Fault[]>();
  readonly #server: Server;
  bytesSent = 0;

  constructor() {
    this.#server = createServer({ maxHeaderSize: 64 * 1024 }, (request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** For the next calls of this name. */
  fail(name: string, ...faults: Fault[]): void {
    this.#faults.set(name, [...(this.#faults.get(name) ?? []), ...faults]);
  }

  protected abstract nameOf(request: FakeRequest): string;
  protected abstract handle(request: FakeRequest): FakeResponse;

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://fake');
    const request: FakeRequest = {
      method: incoming.method ?? 'GET',
      path: pathname,
      query: searchParams,
      headers: incoming.headers,
      text: await text(incoming),
    };
    const name = this.nameOf(request);
    this.calls.push(name);
    const fault = this.#faults.get(name)?.shift();
    if (fault === 'hang') return;
    if (fault === 'endless') return this.#sendMuch(response, Number.POSITIVE_INFINITY);
    if (fault === '100 MB') return this.#sendMuch(response, 100_000_000);
    if (fault === 'drip') return dripSlowly(response);
    if (typeof fault === 'object' && 'delayMs' in fault) await sleep(fault.delayMs);
    if (typeof fault === 'object' && 'result' in fault) {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: fault.result }));
      return;
    }
    if (typeof fault === 'object' && 'status' in fault) {
      response.writeHead(fault.status, fault.headers);
      response.end(
        fault.body === undefined ? 'a message with ana@acme.com in it' : JSON.stringify(fault.body),
      );
      return;
    }
    const { status, body } = this.#run(request);
    if (fault === 'lost answer') response.destroy();
    else {
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    }
  }

  #run(request: FakeRequest): FakeResponse {
    try {
      return this.handle(request);
    } catch (error) {
      if (error instanceof Refused) return { status: error.status, body: error.body };
      throw error;
    }
  }

  #sendMuch(response: ServerResponse, bytes: number): void {
    const chunk = Buffer.alloc(64 * 1024, 32);
    const headers = Number.isFinite(bytes) ? { 'Content-Length': bytes } : {};
    response.writeHead(200, { 'Content-Type': 'application/json', ...headers });
    let left = bytes;
    const send = (): void => {
      if (response.destroyed) return;
      const next = chunk.subarray(0, left);
      left -= next.length;
      this.bytesSent += next.length;
      if (left <= 0) response.end(next);
      else if (response.write(next)) setImmediate(send);
      else response.once('drain', send);
    };
    send();
  }
}

function dripSlowly(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 100);
  response.once('close', () => clearInterval(timer));
}
