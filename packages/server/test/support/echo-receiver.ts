// A local webhook receiver that echoes request bodies, as careless receivers do. Responses are stored, and with them
// personal data.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';

export interface EchoReceiver {
  /** Responds to `/200` with 200, `/500` with 500 and so on, and to `/hold` only after `release`. */
  readonly url: string;
  /** All requests so far, as `path body`. */
  readonly received: string[];
  /** Responds to all held requests. */
  release(): void;
  close(): Promise<void>;
}

export async function startEchoReceiver(): Promise<EchoReceiver> {
  const received: string[] = [];
  const held: (() => void)[] = [];
  const server = createServer(async (request, response) => {
    const body = await readText(request);
    received.push(`${request.url} ${body}`);
    const respond = (status: number): unknown => response.writeHead(status).end(body);
    if (request.url === '/hold') held.push(() => respond(200));
    else respond(Number(request.url?.slice(1)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    release: () => {
      for (const respond of held.splice(0)) respond();
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
