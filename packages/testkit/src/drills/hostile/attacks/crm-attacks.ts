// Attacks on the worker through CRMs that answer slowly, endlessly or with far too much, of more accounts than it has places for.

import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Attack, Attacker } from '../attacker.ts';

const CHUNK = Buffer.alloc(64 * 1024, 32);

export const crmAttacks: readonly Attack[] = [
  { name: 'CRMs that answer slowly', run: attackWith((response) => send(response, 1, 1_000)) },
  { name: 'CRMs that answer endlessly', run: attackWith((response) => send(response, CHUNK.length, 0)) },
  {
    name: 'CRMs that answer with 100 MB',
    run: attackWith((response) => {
      response.setHeader('Content-Length', 100_000_000);
      send(response, CHUNK.length, 0, 100_000_000);
    }),
  },
];

function attackWith(answer: (response: ServerResponse) => void): Attack['run'] {
  return async (attacker, signal) => {
    const { server, url } = await startCrm(attacker, answer);
    const body = JSON.stringify({ vendor: 'odoo', url, database: 'a', login: 'a', api_key: 'a' });
    const keys = attacker.accompliceKeys;
    for (const key of keys) await attacker.send({ method: 'PUT', path: '/api/crm', key, body });
    await attacker.flood(signal, { perSecond: 20, inFlight: 20 }, (index) => ({
      path: '/api/crm/runs',
      key: keys[index % keys.length] as string,
      body: '{"kind":"sync"}',
    }));
    for (const key of keys) await attacker.send({ method: 'DELETE', path: '/api/crm', key });
    server.closeAllConnections();
    server.close();
  };
}

/** Sends a part after each pause, for as long as somebody reads. */
function send(
  response: ServerResponse,
  bytes: number,
  pauseMs: number,
  total = Number.POSITIVE_INFINITY,
): void {
  let left = total;
  const sendNext = (): void => {
    if (response.destroyed) return;
    const part = CHUNK.subarray(0, Math.min(bytes, left));
    left -= part.length;
    if (left <= 0) response.end(part);
    else if (response.write(part)) setTimeout(sendNext, pauseMs).unref();
    else response.once('drain', sendNext);
  };
  sendNext();
}

async function startCrm(
  { tally }: Attacker,
  answer: (response: ServerResponse) => void,
): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    tally.countConnection();
    request.resume();
    response.on('error', () => {});
    answer(response);
  })
    .listen(0, '127.0.0.1')
    .unref();
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
