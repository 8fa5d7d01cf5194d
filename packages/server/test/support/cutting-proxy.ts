// A proxy to PostgreSQL that can cut the connection at the worst moment: around the statement that stores leads.

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Moment = 'before the request' | 'after the request' | 'at the reply';

export interface CuttingProxy {
  /** The database URL through the proxy. */
  readonly url: string;
  /** Cuts the next connection that stores leads. Resolves once it is cut. */
  cutNext(moment: Moment): Promise<void>;
  close(): Promise<void>;
}

/** The name of the prepared statement, which is part of every request to execute it. */
const STATEMENT = 'write-leads';

export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let armed: { readonly moment: Moment; readonly resolve: () => void } | null = null;

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    let onReply: (() => void) | null = null;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    client.on('end', () => upstream.end());
    upstream.on('end', () => client.end());
    upstream.on('data', (chunk) => {
      if (onReply === null) client.write(chunk);
      else onReply();
    });
    client.on('data', (chunk) => {
      if (armed === null || !chunk.includes(STATEMENT)) {
        upstream.write(chunk);
        return;
      }
      const { moment, resolve } = armed;
      armed = null;
      if (moment !== 'before the request') upstream.write(chunk);
      const cut = (): void => {
        client.destroy();
        resolve();
      };
      // The server finishes the request, but its reply is dropped.
      onReply = () => {
        upstream.destroy();
        if (moment === 'at the reply') cut();
      };
      if (moment !== 'at the reply') cut();
      if (moment === 'before the request') upstream.destroy();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: Object.assign(new URL(databaseUrl), { port: String((server.address() as AddressInfo).port) }).href,
    cutNext: (moment) =>
      new Promise((resolve) => {
        armed = { moment, resolve };
      }),
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
