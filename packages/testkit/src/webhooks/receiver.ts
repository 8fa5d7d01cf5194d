// A webhook receiver like a customer's: it verifies every signature as documented, and it can misbehave in all the ways
// that customers' servers do.

import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';

export interface Receipt {
  /** The `webhook-id` header. */
  readonly id: string;
  /** The request path, which distinguishes endpoints that share a receiver. */
  readonly path: string;
  /** When the request arrived, from Date.now(). */
  readonly at: number;
  /** The response status, or null if there was no response. */
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Empty for Slack messages. */
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect payloads of many shapes
  readonly body: any;
}

type Behaviour =
  | { readonly kind: 'answer'; readonly status: number; readonly text: string; readonly afterMs: number }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'hang' };

const DEFAULT_TIMEOUT_MS = 20_000;

export class Receiver {
  readonly url: string;
  /** Every request with a valid signature, whatever the response. */
  readonly receipts: Receipt[] = [];
  /** Requests that weren't signed with a trusted secret. */
  readonly unverified: Receipt[] = [];
  readonly #server: Server;
  readonly #port: number;
  readonly #trusted: Webhook[] = [];
  readonly #waiting = new Set<() => void>();
  #behaviour: Behaviour = { kind: 'answer', status: 200, text: 'ok', afterMs: 0 };

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.#port = port;
    this.url = `http://127.0.0.1:${port}`;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      // If a sender disconnects mid-request, it isn't the receiver's fault.
      this.#receive(request, response).catch(() => response.destroy());
    });
  }

  static async start(): Promise<Receiver> {
    for (;;) {
      // Below the ephemeral ports, so that nothing else is assigned this port while the receiver is down.
      const port = randomInt(20_000, 32_000);
      const server = createServer({ keepAliveTimeout: 30_000 });
      if (await listen(server, port)) return new Receiver(server, port);
    }
  }

  /** Also accepts requests signed with this secret from now on. */
  trust(secret: string): void {
    this.#trusted.push(new Webhook(secret));
  }

  /** Only accepts requests signed with this secret from now on. */
  trustOnly(secret: string): void {
    this.#trusted.length = 0;
    this.trust(secret);
  }

  answer(status = 200, text = 'ok', afterMs = 0): void {
    this.#behaviour = { kind: 'answer', status, text, afterMs };
  }

  redirect(to: string): void {
    this.#behaviour = { kind: 'redirect', to };
  }

  /** Accepts requests but never responds. */
  hang(): void {
    this.#behaviour = { kind: 'hang' };
  }

  /** Refuses connections until `comeUp`. */
  async goDown(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  /** Listens on the same port again. */
  async comeUp(): Promise<void> {
    while (!(await listen(this.#server, this.#port))) await sleep(50);
  }

  async close(): Promise<void> {
    if (this.#server.listening) await this.goDown();
  }

  /** The requests it answered with 2xx. */
  get accepted(): Receipt[] {
    return this.receipts.filter(({ status }) => status !== null && status >= 200 && status < 300);
  }

  /** The distinct event IDs it answered with 2xx. */
  get acceptedIds(): Set<string> {
    return new Set(this.accepted.map(({ id }) => id));
  }

  /** How many requests repeated an event that had already been answered with 2xx. */
  get repeats(): number {
    const { accepted } = this;
    return accepted.length - new Set(accepted.map(({ id }) => id)).size;
  }

  of(type: string): Receipt[] {
    return this.receipts.filter((receipt) => receipt.type === type);
  }

  attemptsOf(id: string): Receipt[] {
    return this.receipts.filter((receipt) => receipt.id === id);
  }

  /** Resolves once the condition is met, which is checked after each request. */
  async until(condition: () => boolean, description: string, withinMs = DEFAULT_TIMEOUT_MS): Promise<void> {
    if (condition()) return;
    let onRequest = (): void => {};
    const happened = new Promise<true>((resolve) => {
      onRequest = () => {
        if (condition()) resolve(true);
      };
    });
    this.#waiting.add(onRequest);
    const timeout = new AbortController();
    try {
      const expired = sleep(withinMs, false, { signal: timeout.signal }).catch(() => false);
      if (await Promise.race([happened, expired])) return;
      throw new Error(`${description}: not within ${withinMs} ms. ${this.#describe()}`);
    } finally {
      timeout.abort();
      this.#waiting.delete(onRequest);
    }
  }

  /** Resolves with all accepted requests once they contain this many distinct events. */
  async untilAccepted(events: number, withinMs = DEFAULT_TIMEOUT_MS): Promise<Receipt[]> {
    await this.until(() => this.acceptedIds.size >= events, `${events} events accepted`, withinMs);
    return this.accepted;
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readText(request);
    const behaviour = this.#behaviour;
    const status = statusOf(behaviour);
    const receipt = read(request, text, status);
    (this.#isTrusted(receipt) ? this.receipts : this.unverified).push(receipt);
    for (const onRequest of this.#waiting) onRequest();
    if (behaviour.kind === 'hang') return;
    if (behaviour.kind === 'redirect') {
      response.writeHead(307, { Location: behaviour.to }).end();
      return;
    }
    if (behaviour.afterMs > 0) await sleep(behaviour.afterMs);
    response.writeHead(behaviour.status, { 'Content-Type': 'text/plain' }).end(behaviour.text);
  }

  #isTrusted({ text, headers }: Receipt): boolean {
    return this.#trusted.some((webhook) => {
      try {
        webhook.verify(text, headers);
        return true;
      } catch {
        return false;
      }
    });
  }

  #describe(): string {
    const types = [...Map.groupBy(this.receipts, ({ type, status }) => `${type} ${status}`)];
    const counts = types.map(([type, receipts]) => `${receipts.length} × ${type}`);
    return `Received: ${counts.join(', ') || 'nothing'}; unverified: ${this.unverified.length}`;
  }
}

function read({ headers, url = '' }: IncomingMessage, text: string, status: number | null): Receipt {
  const body: unknown = JSON.parse(text);
  const { type } = body as { type?: unknown };
  return {
    id: String(headers['webhook-id']),
    path: url,
    at: Date.now(),
    status,
    headers: headers as Record<string, string>,
    text,
    type: typeof type === 'string' ? type : '',
    body,
  };
}

function statusOf(behaviour: Behaviour): number | null {
  switch (behaviour.kind) {
    case 'answer':
      return behaviour.status;
    case 'redirect':
      return 307;
    case 'hang':
      return null;
  }
}

/** Returns false if the port is taken. */
async function listen(server: Server, port: number): Promise<boolean> {
  server.listen(port, '127.0.0.1');
  // Rejects if the server emits "error" first.
  return once(server, 'listening').then(
    () => true,
    () => false,
  );
}
