// Server-sent events on one connection. A client that doesn't read its events is disconnected, because they would fill
// up memory.

import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** About thirty events with 200 IDs each, on top of the operating system's buffers. */
const MAX_UNREAD_BYTES = 256 * 1024;
const MAX_CLOSING_MS = 1_000;
/** How long a browser waits before reconnecting. */
const RETRY_MS = 2_000;

export class EventStream {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse, headers: OutgoingHttpHeaders) {
    this.#response = response;
    // A lost connection also emits "close". Without this listener, the error would crash the process.
    response.on('error', () => {});
    response.writeHead(200, {
      ...headers,
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no', // keeps nginx from buffering events
      Connection: 'close', // otherwise the server would wait for another request when it shuts down
    });
    this.#write(`retry: ${RETRY_MS}\n\n`);
  }

  send(event: string, data: object): void {
    this.#write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** Keeps proxies from closing an idle connection. */
  beat(): void {
    this.#write(':\n\n');
  }

  /** The client will try to reconnect. */
  end(): void {
    this.#response.end();
    setTimeout(() => this.#response.destroy(), MAX_CLOSING_MS).unref();
  }

  #write(text: string): void {
    if (this.#response.writableEnded || this.#response.destroyed) return;
    this.#response.write(text);
    if (this.#response.writableLength > MAX_UNREAD_BYTES) this.#response.destroy();
  }
}
