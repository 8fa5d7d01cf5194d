// A worker process runs the jobs of every cell, or of those it is for.

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import type { Installation, RunningWorker } from '@leadline/server';
import { makeAccountIn } from '@leadline/testkit/database/account-in-cell';
import { openOwner } from '@leadline/testkit/database/accounts';
import { addTestCell, cloneAlone } from '@leadline/testkit/database/test-cells';
import { findFreePort } from '@leadline/testkit/net/find-free-port';
import { type LeadlineProcess, spawnWorker } from '@leadline/testkit/service/spawn-leadline';
import { startTestWorker } from '@leadline/testkit/service/start-in-process';
import { waitFor } from '@leadline/testkit/wait-for';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';

let directoryUrl: string;
let directory: Installation;
let northUrl: string;
let north: Installation;
let workers: RunningWorker[];
let processes: LeadlineProcess[];

beforeEach(async () => {
  workers = [];
  processes = [];
  directoryUrl = await cloneAlone();
  directory = openOwner(directoryUrl);
  northUrl = await addTestCell(directoryUrl, 'north');
  north = openOwner(northUrl);
});
afterEach(async () => {
  for (const worker of workers) await worker.stop();
  for (const one of processes) await one.kill('SIGTERM');
  await directory.destroy();
  await north.destroy();
});

async function start(workerCells: string[] = []): Promise<RunningWorker> {
  const worker = await startTestWorker(directoryUrl, { workerCells });
  workers.push(worker);
  return worker;
}

/** A lead that waits to be indexed shows whether a worker is there. */
async function leaveWork(cell: Installation, name: string): Promise<string> {
  const { accountId } = await makeAccountIn(directory, cell, name);
  await sql`insert into leadline.search_queue (account_id, id) values (${accountId}, gen_random_uuid())`.execute(
    cell,
  );
  return accountId;
}

const hasWork = async (cell: Installation): Promise<boolean> => {
  const { rows } = await sql`select from leadline.search_queue limit 1`.execute(cell);
  return rows.length > 0;
};

const countConnections = async (url: string): Promise<number> => {
  const { rows } = await sql<{ connections: number }>`
    select count(*)::int as connections from pg_stat_activity
    where datname = ${new URL(url).pathname.slice(1)} and pid <> pg_backend_pid() and query not like '%search_queue limit 1%'`.execute(
    directory,
  );
  return rows[0]?.connections ?? 0;
};

test('a worker runs the jobs of all cells', async () => {
  await leaveWork(directory, 'main');
  await leaveWork(north, 'north');
  await start();
  await waitFor(() => hasWork(directory), false);
  await waitFor(() => hasWork(north), false);
});

test('a worker for one cell leaves the others alone', async () => {
  await leaveWork(directory, 'main');
  await leaveWork(north, 'north');
  await start(['north']);
  await waitFor(() => hasWork(north), false);
  expect(await hasWork(directory)).toBe(true);
  await start(['main']);
  await waitFor(() => hasWork(directory), false);
});

test('a worker for a cell that does not exist says which cells there are', async () => {
  await expect(startTestWorker(directoryUrl, { workerCells: ['norht'] })).rejects.toThrow(
    'unknown cell norht; the cells are main, north',
  );
});

test('the URL of a cell itself is rejected, because only the directory knows which deletions were cancelled', async () => {
  for (const workerCells of [[], ['north']])
    await expect(startTestWorker(northUrl, { workerCells })).rejects.toThrow(
      'this database is the cell "north"; run the command with the DATABASE_URL of the directory',
    );
});

test('a worker deletes what closed accounts have left behind in its cells', async () => {
  const { accountId } = await makeAccountIn(directory, north, 'north');
  await sql`update leadline.accounts set presence = 'held' where ${accountId} in (id, test_of)`.execute(
    north,
  );
  await sql`update leadline.accounts set cell = 'main', deletion_requested_at = now(), delete_at = now()
    where ${accountId} in (id, test_of)`.execute(directory);
  await sql`insert into leadline.account_moves (account_id, source, target, step)
    values (${accountId}, 'north', 'main', 'verified')`.execute(directory);
  await start();
  const count = async (db: Installation, table: 'accounts' | 'account_moves'): Promise<number> =>
    (await db.selectFrom(table).selectAll().execute()).length;
  await waitFor(() => count(directory, 'account_moves'), 0);
  expect(await count(north, 'accounts')).toBe(0);
});

test('a cell that is added gets a worker, and one that is removed loses it', async () => {
  await start();
  const southUrl = await addTestCell(directoryUrl, 'south');
  const south = openOwner(southUrl);
  await leaveWork(south, 'south');
  await waitFor(() => hasWork(south), false);
  await south.destroy();
  await sql`delete from leadline.cells where name = 'south'`.execute(directory);
  await waitFor(() => countConnections(southUrl), 0);
});

test('with one cell, the worker has one pool of connections', async () => {
  await sql`delete from leadline.cells where name = 'north'`.execute(directory);
  await start();
  await sql`select pg_sleep(6)`.execute(directory); // it has looked for other cells meanwhile
  expect(await countConnections(directoryUrl)).toBeLessThanOrEqual(7);
  expect(await countConnections(northUrl)).toBeLessThanOrEqual(1); // the test's own
});

test('a cell that is down does not hold up the others, and is logged once', async () => {
  const port = await findFreePort();
  const address = Object.assign(new URL(northUrl), { port: String(port), username: '', password: '' }).href;
  await sql`update leadline.cells set address = ${address} where name = 'north'`.execute(directory);
  await leaveWork(directory, 'main');
  await leaveWork(north, 'north');
  const worker = await spawnWorker(directoryUrl);
  processes.push(worker);
  await waitFor(() => hasWork(directory), false);
  await sql`select pg_sleep(11)`.execute(directory); // it has tried again twice
  const metrics = await (await fetch(worker.metricsUrl)).text();
  expect(metrics).toMatch(/leadline_jobs\{[^}]*cell="main"/);
  expect(metrics).not.toContain('cell="north"');
  const forwarding = await forward(port, Number(new URL(northUrl).port));
  await waitFor(() => hasWork(north), false);
  await worker.kill('SIGTERM');
  forwarding.close();
  const lines = worker
    .output()
    .split('\n')
    .filter((line) => line.includes('"cell":"north"'))
    .map((line) => JSON.parse(line).msg);
  expect(lines).toEqual([
    'failed to start the worker of this cell; trying again',
    'worker started',
    'worker stopped',
  ]);
});

test('metrics have the name of their cell, and each metric is described once', async () => {
  const worker = await start();
  const text = await (await fetch(worker.metricsUrl ?? '')).text();
  for (const cell of ['main', 'north'])
    expect(text).toContain(`leadline_jobs{queue="dead-letters",state="ready",cell="${cell}"} 0`);
  const described = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
  expect(new Set(described).size).toBe(described.length);
  expect(described).toContain('process_start_time_seconds');
  expect(text).toMatch(/^leadline_compute_waiting 0$/m);
});

async function forward(from: number, to: number): Promise<Server> {
  const server = createServer((client) => {
    const upstream = connect(to, '127.0.0.1');
    for (const socket of [client, upstream]) socket.on('error', () => {});
    client.pipe(upstream).pipe(client);
  }).listen(from, '127.0.0.1');
  await once(server, 'listening');
  expect((server.address() as AddressInfo).port).toBe(from);
  return server;
}
