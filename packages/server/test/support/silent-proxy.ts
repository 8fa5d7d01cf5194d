// A proxy to PostgreSQL that can fall silent, like a network that drops everything: it accepts connections, and nothing
// arrives any more.

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface SilentProxy {
  /** The database URL through the proxy. */
  readonly url: string;
  fallSilent(): void;
  /** For new connections. Those that it was silent to are closed. */
  speakAgain(): void;
  /** From now on, connections are refused. */
  close(): Promise<void>;
}

export async function startSilentProxy(databaseUrl: string): Promise<SilentProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on('data', (chunk) => {
        if (!isSilent) to.write(chunk);
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const closeAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: Object.assign(new URL(databaseUrl), { port: String((server.address() as AddressInfo).port) }).href,
    fallSilent: () => {
      isSilent = true;
    },
    speakAgain: () => {
      isSilent = false;
      closeAll();
    },
    close: async () => {
      server.close();
      closeAll();
      await once(server, 'close');
    },
  };
}
