// What happens to an installation with a directory and two cells when one of its databases is down.

import { createAccount, type Installation, type NewAccount, type RunningApi } from '@leadline/server';
import { openOwner } from '@leadline/testkit/database/accounts';
import {
  type CrashablePostgres,
  startCrashablePostgres,
} from '@leadline/testkit/database/crashable-postgres';
import { makeCell } from '@leadline/testkit/database/test-cells';
import { type ApiResponse, call } from '@leadline/testkit/http/call';
import { startTestApi } from '@leadline/testkit/service/start-in-process';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

const servers = new Map<string, CrashablePostgres>();
let directory: Installation;
let api: RunningApi;
const accounts = new Map<string, NewAccount>();

beforeAll(async () => {
  for (const name of ['main', 'north', 'south']) servers.set(name, await startCrashablePostgres());
  const { url } = server('main');
  directory = openOwner(url);
  await sql`update leadline.cells set is_open = false`.execute(directory);
  for (const name of ['north', 'south']) {
    await makeCell(url, name, server(name).url);
    accounts.set(name, await createAccount(directory, `${name}@example.org`, 'unlimited'));
    await sql`update leadline.cells set is_open = false`.execute(directory);
  }
  api = await startTestApi(url);
  for (const name of accounts.keys()) expect((await sendLead(name)).status).toBe(200);
});
afterAll(async () => {
  await api.stop();
  await directory.destroy();
  for (const running of servers.values()) await running.remove();
});

const server = (name: string): CrashablePostgres => servers.get(name) as CrashablePostgres;
let sent = 0;
const sendLead = (name: string): Promise<ApiResponse> =>
  call(
    api.url,
    '/api/webhook.php',
    { name: 'Ada', email: `ada${++sent}@example.org`, message: 'Please call me.' },
    { key: (accounts.get(name) as NewAccount).liveKey },
  );
const listLeads = (name: string): Promise<ApiResponse> =>
  call(api.url, '/api/leads', undefined, { key: (accounts.get(name) as NewAccount).liveKey });

async function readMetrics(metric: string): Promise<Record<string, number>> {
  const text = await (await fetch(`${api.metricsUrl}`)).text();
  const samples = text.matchAll(new RegExp(`^${metric}{cell="(.+)"} (.+)$`, 'gm'));
  return Object.fromEntries(Array.from(samples, ([, cell, value]) => [cell, Number(value)]));
}

test('leads are stored while the directory is down, for longer than keys are cached', async () => {
  await server('main').crash();
  try {
    const until = Date.now() + 10_000;
    while (Date.now() < until)
      for (const name of accounts.keys()) {
        expect((await sendLead(name)).status).toBe(200);
        expect((await listLeads(name)).status).toBe(200);
      }
    expect((await fetch(`${api.url}/readyz`)).status).toBe(200);
  } finally {
    await server('main').restart();
  }
});

test('only the accounts of a cell that is down are turned away, and told when to come back', async () => {
  await server('north').crash();
  try {
    const [lead, list] = await Promise.all([sendLead('north'), listLeads('north')]);
    for (const { status, headers } of [lead, list]) {
      expect(status).toBe(503);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const waiting = Array.from({ length: 50 }, () => Promise.all([sendLead('north'), listLeads('north')]));
    const startedAt = performance.now();
    for (let count = 0; count < 20; count++) {
      expect((await sendLead('south')).status).toBe(200);
      expect((await listLeads('south')).status).toBe(200);
    }
    expect(performance.now() - startedAt).toBeLessThan(5_000); // those of the other cell wait for 5 s each
    await Promise.all(waiting);
    const ready = await call(api.url, '/readyz');
    expect(ready.body.cells).toEqual({ main: 'ready', north: 'the database is unreachable', south: 'ready' });
    for (const metric of ['leadline_cell_up', 'leadline_store_ready'])
      await expect
        .poll(() => readMetrics(metric), { timeout: 10_000 })
        .toEqual({ main: 1, north: 0, south: 1 });
  } finally {
    await server('north').restart();
  }
  await expect.poll(async () => (await sendLead('north')).status, { timeout: 10_000 }).toBe(200);
  await expect
    .poll(() => readMetrics('leadline_cell_up'), { timeout: 10_000 })
    .toEqual({ main: 1, north: 1, south: 1 });
});

test('a cell that was removed is gone from the metrics', async () => {
  await sql`update leadline.accounts set cell = 'north' where cell = 'south'`.execute(directory);
  await sql`delete from leadline.cells where name = 'south'`.execute(directory);
  for (const metric of ['leadline_cell_up', 'leadline_store_ready'])
    await expect.poll(() => readMetrics(metric), { timeout: 10_000 }).toEqual({ main: 1, north: 1 });
});
