// Another site, on this machine: the same site as ours for cookies when it is reached as 127.0.0.1, a foreign one as
// localhost; another origin in both cases.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OtherSite {
  readonly sameSite: string;
  readonly crossSite: string;
  close(): void;
}

/** Shows the page at every address. */
export async function startOtherSite(page: string): Promise<OtherSite> {
  const server = createServer((_request, response) =>
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(`<!doctype html>${page}`),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    sameSite: `http://127.0.0.1:${port}/`,
    crossSite: `http://localhost:${port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
