// A proxy in front of a real service that fails the next requests as it is told, and then lets all others through.

import {
  createServer,
  request as forward,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * `cut` and `mute` happen after the service has stored and answered: the connection breaks, or the answer never comes. A status is
 * answered without asking the service; 429 asks to wait for a second.
 */
export type Fault = 'cut' | 'mute' | 429 | 500;

export interface FaultyProxy {
  readonly url: string;
  /** One for each of the next requests. */
  failNext(faults: readonly Fault[]): void;
  /** Faults that no request has met yet. */
  left(): readonly Fault[];
  stop(): Promise<void>;
}

export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  let faults: Fault[] = [];
  const server = createServer((request, response) => {
    const fault = faults.shift();
    if (typeof fault === 'number') return void answerInstead(response, fault);
    void ask(target, request).then(({ status, headers, body }) => {
      if (fault === 'cut') response.destroy();
      // Some runtimes repeat a request on their own when a connection breaks that was used before.
      else if (fault === undefined) response.writeHead(status, { ...headers, connection: 'close' }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    failNext(next) {
      faults = [...next];
    },
    left: () => faults,
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

interface Answer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

async function ask(target: string, incoming: IncomingMessage): Promise<Answer> {
  const { method, headers } = incoming;
  const asked = forward(new URL(incoming.url ?? '/', target), { method, headers });
  asked.end(await buffer(incoming));
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.on('response', resolve).on('error', reject);
  });
  return { status: answer.statusCode ?? 502, headers: answer.headers, body: await buffer(answer) };
}

function answerInstead(response: ServerResponse, status: number): void {
  const code = status === 429 ? 'rate_limited' : 'internal_error';
  response
    .writeHead(status, {
      'Content-Type': 'application/json',
      'X-Error-Code': code,
      Connection: 'close',
      ...(status === 429 && { 'Retry-After': '1' }),
    })
    .end(JSON.stringify({ success: false, code, error: 'try again' }));
}
