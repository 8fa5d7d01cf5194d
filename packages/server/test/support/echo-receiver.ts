// A receiver of webhooks on this machine. What it is sent, it repeats in its answer, as careless ones do: the answer is
// kept, and personal data with it.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';

export interface EchoReceiver {
  /** Answers `/200` with 200, `/500` with 500 and so on, and `/hold` only when it is let go. */
  readonly url: string;
  /** The bodies so far, each behind the path it was sent to. */
  readonly received: string[];
  /** Answers what was held. */
  letGo(): void;
  close(): Promise<void>;
}

export async function startEchoReceiver(): Promise<EchoReceiver> {
  const received: string[] = [];
  const held: (() => void)[] = [];
  const server = createServer(async (request, response) => {
    const body = await readText(request);
    received.push(`${request.url} ${body}`);
    const answer = (status: number): unknown => response.writeHead(status).end(body);
    if (request.url === '/hold') held.push(() => answer(200));
    else answer(Number(request.url?.slice(1)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    letGo: () => {
      for (const answer of held.splice(0)) answer();
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
