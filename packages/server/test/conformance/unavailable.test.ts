// While the database is down: 503 with Retry-After, never a wrong response, and no duplicate leads afterwards.

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { makeAccount, openOwner } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { call } from '@leadline/testkit/http/call';
import { expectError, retryAfter } from '@leadline/testkit/http/expect-error';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { startTestApi } from '@leadline/testkit/service/start-in-process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeKey } from '../../src/accounts/keys/key-format.ts';
import type { RunningApi } from '../../src/processes/api.ts';
import { SCORING_CALLS } from './scoring-calls.ts';

/** A connection to the database that can be cut and restored. */
async function openWay(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const ownPort = (server.address() as AddressInfo).port;
  return {
    url: Object.assign(new URL(databaseUrl), { port: String(ownPort) }).href,
    cut: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
    mend: () => once(server.listen(ownPort, '127.0.0.1'), 'listening'),
  };
}

describe('with a database that was never reachable', () => {
  let api: RunningApi;
  beforeAll(async () => {
    const way = await openWay('postgres://leadline@127.0.0.1:1/leadline');
    await way.cut();
    api = await startTestApi(way.url);
  });
  afterAll(() => api.stop());

  test.each([...SCORING_CALLS, '/api/leads', '/api/usage'])('%s returns 503', async (path) => {
    const body = path.endsWith('.php') ? { lead: makeLead(), email: 'ana@acme.com' } : undefined;
    const answer = await call(api.url, path, body, { key: makeKey('live') });
    expectError(answer, 'overloaded');
    expect(retryAfter(answer)).toBeGreaterThanOrEqual(1);
  });

  test('a malformed key is still rejected as invalid', async () => {
    expectError(await call(api.url, '/api/webhook.php', makeLead()), 'missing_api_key');
    expectError(await call(api.url, '/api/webhook.php', makeLead(), { key: 'nonsense' }), 'invalid_api_key');
  });

  test('the process is alive but not ready', async () => {
    expect(await call(api.url, '/healthz')).toMatchObject({ status: 200 });
    const answer = await call(api.url, '/readyz');
    expectError(answer, 'overloaded');
    expect(retryAfter(answer)).toBeGreaterThanOrEqual(1);
  });
});

test('a lead sent while the database is down is rejected in time, and stored once when it is back', async () => {
  const databaseUrl = await cloneDatabase();
  const owner = openOwner(databaseUrl);
  const { liveKey } = await makeAccount(owner);
  const way = await openWay(databaseUrl);
  const api = await startTestApi(way.url);
  const send = (lead: unknown) => call(api.url, '/api/webhook.php', lead, { key: liveKey });
  const before = await send(makeLead({ message: 'before' }));
  expect(before.status).toBe(200);
  await way.cut();
  const refused = await send(makeLead({ message: 'meanwhile' }));
  expectError(refused, 'overloaded');
  expect(retryAfter(refused)).toBeGreaterThanOrEqual(1);
  await way.mend();
  const after = await send(makeLead({ message: 'meanwhile' }));
  expect(after.status).toBe(200);
  expect(await send(makeLead({ message: 'before' }))).toMatchObject({ status: 200, text: before.text });
  const { data } = (await call(api.url, '/api/leads', undefined, { key: liveKey })).body;
  expect(data.map(({ lead_id }: { lead_id: string }) => lead_id)).toEqual([
    after.body.lead_id,
    before.body.lead_id,
  ]);
  await api.stop();
  await way.cut();
  await owner.destroy();
});

test('a lead sent during a short outage is stored without an error', async () => {
  const databaseUrl = await cloneDatabase();
  const owner = openOwner(databaseUrl);
  const { liveKey } = await makeAccount(owner);
  const way = await openWay(databaseUrl);
  const api = await startTestApi(way.url);
  await call(api.url, '/api/usage', undefined, { key: liveKey });
  await way.cut();
  const sent = call(api.url, '/api/webhook.php', makeLead(), { key: liveKey });
  await new Promise((resolve) => setTimeout(resolve, 500));
  await way.mend();
  expect(await sent).toMatchObject({ status: 200, body: { success: true } });
  await api.stop();
  await way.cut();
  await owner.destroy();
});
