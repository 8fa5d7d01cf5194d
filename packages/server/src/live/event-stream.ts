// Server-sent events on one connection. Whoever does not read is cut off: what waits for them would fill our memory.

import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** Some thirty events of 200 ids, beyond what the system holds for the connection. */
const MAX_UNREAD_BYTES = 256 * 1024;
const MAX_GOODBYE_MS = 1_000;
/** When a browser comes back after the connection was lost. */
const RETRY_MS = 2_000;

export class EventStream {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse, headers: OutgoingHttpHeaders) {
    this.#response = response;
    // A lost connection shows as "close"; without a listener its error would end the process.
    response.on('error', () => {});
    response.writeHead(200, {
      ...headers,
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no', // nginx would wait for more
      Connection: 'close', // or the server would wait for another request when it stops
    });
    this.#write(`retry: ${RETRY_MS}\n\n`);
  }

  /** In one line of JSON. */
  send(event: string, data: object): void {
    this.#write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** Keeps proxies from thinking that nobody is there. */
  beat(): void {
    this.#write(':\n\n');
  }

  /** The reader comes back, if it may. */
  end(): void {
    this.#response.end();
    setTimeout(() => this.#response.destroy(), MAX_GOODBYE_MS).unref();
  }

  #write(text: string): void {
    if (this.#response.writableEnded || this.#response.destroyed) return;
    this.#response.write(text);
    if (this.#response.writableLength > MAX_UNREAD_BYTES) this.#response.destroy();
  }
}
