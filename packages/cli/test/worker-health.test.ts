// Health checks of a worker, and the metrics of the one that `leadline serve` runs on a thread.

import { openPool } from '@leadline/server';
import { cloneAlone } from '@leadline/testkit/database/test-cells';
import { lockTable } from '@leadline/testkit/faults/lock-table';
import { spawnLeadlineCommand } from '@leadline/testkit/service/run-leadline';
import { spawnWorker } from '@leadline/testkit/service/spawn-leadline';
import { expect, inject, onTestFinished, test } from 'vitest';

async function setReachable(url: string, isReachable: boolean): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const pool = openPool(inject('postgresUrl'), { size: 1 });
  await pool.query(`alter database "${name}" allow_connections ${isReachable}`);
  if (!isReachable)
    await pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  await pool.end();
}

test('a worker is ready while its database answers, and alive in any case', async () => {
  const url = await cloneAlone();
  const worker = await spawnWorker(url, 'silent');
  onTestFinished(() => worker.kill('SIGKILL'));
  const ask = async (path: string) => {
    const response = await fetch(new URL(path, worker.metricsUrl));
    return { status: response.status, body: await response.json() };
  };
  expect(await ask('/healthz')).toEqual({ status: 200, body: { success: true } });
  expect(await ask('/readyz')).toEqual({ status: 200, body: { success: true, cells: { main: 'ready' } } });
  await setReachable(url, false);
  await expect
    .poll(() => ask('/readyz'), { timeout: 20_000 })
    .toEqual({ status: 503, body: { success: false, cells: { main: 'the database is unreachable' } } });
  expect((await ask('/healthz')).status).toBe(200);
  await setReachable(url, true);
  await expect.poll(async () => (await ask('/readyz')).status, { timeout: 20_000 }).toBe(200);
});

test('a worker whose loop is stuck says so, although its database answers', async () => {
  const url = await cloneAlone();
  const worker = await spawnWorker(url, 'silent');
  onTestFinished(() => worker.kill('SIGKILL'));
  const ask = async () => {
    const response = await fetch(new URL('/readyz', worker.metricsUrl));
    return { status: response.status, body: await response.json() };
  };
  const { release } = await lockTable(url, 'outbox');
  onTestFinished(() => release());
  await expect.poll(ask, { timeout: 60_000, interval: 1_000 }).toEqual({
    status: 503,
    body: { success: false, cells: { main: 'stuck for more than 30 s: dispatching events' } },
  });
  await release();
  await expect.poll(async () => (await ask()).status, { timeout: 20_000 }).toBe(200);
});

test('serve exposes the metrics of its worker together with its own, each once', async () => {
  const DATABASE_URL = await cloneAlone();
  const service = spawnLeadlineCommand(['serve', '--port', '0', '--metrics-port', '0'], {
    DATABASE_URL,
    AI: 'off',
  });
  onTestFinished(() => service.kill());
  await expect.poll(service.output, { timeout: 60_000 }).toMatch(/^ready /m);
  const [, metricsUrl = ''] = /^metrics (\S+)/m.exec(service.output()) ?? [];
  const read = async (): Promise<string> => (await fetch(metricsUrl)).text();
  await expect.poll(read, { timeout: 20_000 }).toMatch(/^leadline_clock_skew_seconds\{cell="main"\} -?\d/m);
  const metrics = await read();
  for (const line of [
    'leadline_worker_up 1',
    'leadline_store_ready{cell="main"} 1',
    /^leadline_jobs\{queue="deliver",state="ready",cell="main"\} 0$/m,
    /^leadline_maintenance_last_success_timestamp_seconds\{cell="main"\} \d/m,
    /^process_cpu_seconds_total \d/m,
  ])
    expect(metrics).toMatch(line);
  const types = [...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
  expect(types).toEqual([...new Set(types)]);
  expect(types).toContain('leadline_compute_tasks_total');
});
