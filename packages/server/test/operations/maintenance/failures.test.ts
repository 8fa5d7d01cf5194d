// Maintenance that fails is in the log and in the metrics.

import type { Installation } from '@leadline/server';
import { openOwner } from '@leadline/testkit/database/accounts';
import { cloneAlone } from '@leadline/testkit/database/test-cells';
import { type LeadlineProcess, spawnWorker } from '@leadline/testkit/service/spawn-leadline';
import { startTestWorker } from '@leadline/testkit/service/start-in-process';
import { waitFor } from '@leadline/testkit/wait-for';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';

let url: string;
let owner: Installation;
let worker: LeadlineProcess | null;

beforeEach(async () => {
  url = await cloneAlone();
  owner = openOwner(url);
  worker = null;
});
afterEach(async () => {
  await worker?.kill('SIGTERM');
  await owner.destroy();
});

async function readLastSuccess(metricsUrl: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  const [, value] =
    text.match(/^leadline_maintenance_last_success_timestamp_seconds\{cell="main"\} (\S+)$/m) ?? [];
  return Number(value);
}

const errorsOf = ({ output }: LeadlineProcess): { level: number; msg: string }[] =>
  output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ level }) => level >= 50);

test('maintenance that fails is logged without what the error quotes, and is no success', async () => {
  await sql`alter function leadline.forget_requests rename to forget_requests_later`.execute(owner);
  await sql`create function leadline.forget_requests() returns integer language plpgsql
    as $$ begin raise exception 'ana@acme.com'; end $$`.execute(owner);
  worker = await spawnWorker(url);
  const running = worker;
  await waitFor(async () => errorsOf(running).some(({ msg }) => msg === 'maintenance failed'), true);
  expect(running.output()).not.toContain('ana@acme.com');
  expect(await readLastSuccess(running.metricsUrl)).toBe(0);

  await sql`drop function leadline.forget_requests()`.execute(owner);
  await sql`alter function leadline.forget_requests_later rename to forget_requests`.execute(owner);
  await sql`update leadline_jobs.job set start_after = now() where name = 'maintenance'`.execute(owner);
  await waitFor(async () => (await readLastSuccess(running.metricsUrl)) > 0, true);
});

test('a look for accounts to delete that fails is logged', async () => {
  await sql`alter table leadline.deleted_accounts rename to deleted_accounts_elsewhere`.execute(owner);
  worker = await spawnWorker(url);
  const running = worker;
  await waitFor(
    async () => errorsOf(running).some(({ msg }) => msg === 'failed to look for accounts to delete'),
    true,
  );
});

test('all workers report the last success of any', async () => {
  const first = await startTestWorker(url);
  await waitFor(async () => (await readLastSuccess(first.metricsUrl ?? '')) > 0, true);
  await sql`update leadline_jobs.job set completed_on = to_timestamp(86400) where name = 'maintenance'`.execute(
    owner,
  );
  const second = await startTestWorker(url, { workerCells: ['main'] });
  await sql`delete from leadline_jobs.job where name = 'maintenance' and state <> 'completed'`.execute(owner);
  for (const { metricsUrl } of [first, second]) expect(await readLastSuccess(metricsUrl ?? '')).toBe(86_400);
  await first.stop();
  await second.stop();
});

test('maintenance that a stop interrupts is no success, and is tried again', async () => {
  await sql`create or replace function leadline.forget_requests() returns integer language plpgsql
    as $$ begin perform pg_sleep(2); return 0; end $$`.execute(owner);
  const { stop } = await startTestWorker(url);
  const readState = async (): Promise<unknown> => {
    const { rows } = await sql<{ state: string }>`
      select state from leadline_jobs.job where name = 'maintenance'`.execute(owner);
    return rows[0]?.state;
  };
  await waitFor(readState, 'active');
  await stop();
  expect(await readState()).toBe('retry');
});
