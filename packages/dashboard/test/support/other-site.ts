// Another web site on this machine. It is always another origin; for cookies, it is the same site at 127.0.0.1 and a
// different one at localhost.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OtherSite {
  readonly sameSite: string;
  readonly crossSite: string;
  close(): void;
}

/** Serves the page at every path. */
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
