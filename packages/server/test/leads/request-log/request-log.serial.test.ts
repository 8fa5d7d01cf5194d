// The request log never slows down intake: its memory is bounded, requests that it cannot write are dropped and counted,
// and a faulty request does not affect others.

import { setTimeout as pause } from 'node:timers/promises';
import { makeAccount, openOwner } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { call } from '@leadline/testkit/http/call';
import { makeLeadToWrite } from '@leadline/testkit/leads/lead-to-write';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { spawnApi } from '@leadline/testkit/service/spawn-leadline';
import { startTestApi } from '@leadline/testkit/service/start-in-process';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LeadWriter } from '../../../src/leads/intake/lead-writer.ts';
import { MAX_BODY_BYTES } from '../../../src/leads/request-log/clean-body.ts';
import { RequestLog, type RequestToLog } from '../../../src/leads/request-log/request-log.ts';
import { makeId } from '../../../src/platform/base/ids.ts';
import { Metrics } from '../../../src/platform/base/metrics.ts';
import { ComputePool } from '../../../src/platform/compute/compute-pool.ts';
import { defineTask } from '../../../src/platform/compute/task.ts';
import { type Database, openDatabase } from '../../../src/platform/db/database.ts';
import type { Installation } from '../../../src/platform/db/installation.ts';
import { openPool } from '../../../src/platform/db/pool.ts';
import type * as tasks from '../../platform/compute/tasks.ts';

let url: string;
let owner: Installation;
let pool: pg.Pool;
let db: Database;
const compute = new ComputePool(new Metrics().compute);
beforeAll(async () => {
  url = await cloneDatabase();
  owner = openOwner(url);
  pool = openPool(url, { size: 2, role: 'leadline_api' });
  db = openDatabase(pool);
});
afterAll(async () => {
  await compute.close();
  await db.destroy();
  await owner.destroy();
});

interface Opened {
  readonly log: RequestLog;
  readonly errors: Error[];
  readonly dropped: () => number;
}

/** Opens a log that only writes when `flush` is called. */
function openLog(on: Database = db, threads = compute, maxCleaningMs = 60_000): Opened {
  const errors: Error[] = [];
  let dropped = 0;
  const log = new RequestLog(on, threads, {
    intervalMs: 3_600_000,
    maxCleaningMs,
    onError: (error) => errors.push(error),
    onDropped: (requests) => {
      dropped += requests;
    },
  });
  return { log, errors, dropped: () => dropped };
}

const rejected = (accountId: string, body: string | null): RequestToLog => ({
  accountId,
  liveAccountId: accountId,
  path: '/api/webhook.php',
  contentType: 'application/json',
  body: body === null ? null : Buffer.from(body),
  status: 400,
  code: 'missing_contact',
  error: 'email and phone are both missing',
  leadId: null,
  keyId: null,
  tool: null,
});

const accepted = (accountId: string, leadId: string, body = '{}'): RequestToLog => ({
  ...rejected(accountId, body),
  status: 200,
  error: null,
  leadId,
});

const newAccount = async (): Promise<string> => (await makeAccount(owner)).accountId;

async function storeLead(accountId: string): Promise<string> {
  const lead = makeLeadToWrite(accountId);
  await new LeadWriter(pool).write(lead);
  return lead.leadId;
}

const bodiesOf = async (accountId: string): Promise<string[]> =>
  (await owner.selectFrom('received').select('body').where('account_id', '=', accountId).execute())
    .map(({ body }) => body)
    .toSorted();

const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, place) => `number ${String(place).padStart(3, '0')}`);

test('an account with many tasks waiting does not delay the entries of others', async () => {
  const threads = new ComputePool(new Metrics().compute, { threads: 1 });
  const { log, dropped, errors } = openLog(db, threads, 3_000);
  const [busy, other, third] = [await newAccount(), await newAccount(), await newAccount()];
  const large = (name: string): string => `${name} ${'x '.repeat(2_000)}`;
  const burn = defineTask<typeof tasks.burn>(
    new URL('../../platform/compute/tasks.ts', import.meta.url),
    'burn',
  );
  await threads.run(other, burn, 1); // starts the thread
  const running = Promise.allSettled(Array.from({ length: 60 }, () => threads.run(busy, burn, 300)));
  log.add(rejected(busy, large('busy')));
  log.add(rejected(busy, 'small'));
  log.add(rejected(other, large('other')));
  log.add(rejected(third, 'third'));
  await log.flush();
  expect(await bodiesOf(busy)).toEqual(['small']);
  expect(await bodiesOf(other)).toEqual([expect.stringContaining('other')]);
  expect(await bodiesOf(third)).toEqual(['third']);
  expect(dropped()).toBe(1);
  // Its next large bodies aren't even queued while the first one waits.
  log.add(rejected(busy, large('again')));
  const start = performance.now();
  await log.flush();
  expect(performance.now() - start).toBeLessThan(2_500);
  expect(dropped()).toBe(2);
  expect(errors).toEqual([]);
  await threads.close();
  await running;
});

describe('the request log keeps', () => {
  test('the first 20 accepted and the first 50 rejected requests of an account between two writes', async () => {
    const { log, dropped } = openLog();
    const [accountId, other] = [await newAccount(), await newAccount()];
    const leadId = await storeLead(accountId);
    for (const body of numbered(200)) {
      log.add(accepted(accountId, leadId, `accepted ${body}`));
      log.add(rejected(accountId, `rejected ${body}`));
    }
    log.add(rejected(other, 'another account'));
    await log.flush();
    const bodies = await bodiesOf(accountId);
    expect(bodies.filter((body) => body.startsWith('accepted'))).toEqual(
      numbered(20).map((body) => `accepted ${body}`),
    );
    expect(bodies.filter((body) => body.startsWith('rejected'))).toEqual(
      numbered(50).map((body) => `rejected ${body}`),
    );
    expect(await bodiesOf(other)).toEqual(['another account']);
    expect(dropped()).toBe(0);
    // After the write there is room again.
    log.add(rejected(accountId, 'later'));
    await log.flush();
    expect(await bodiesOf(accountId)).toContain('later');
  });

  test('at most 2,000 requests of all accounts in memory', async () => {
    const { log, dropped } = openLog();
    for (let place = 0; place < 2_345; place++) log.add(rejected(makeId(), 'x'));
    expect(dropped()).toBe(345);
  });

  test('at most 16 MiB of all accounts in memory', async () => {
    const { log, dropped } = openLog();
    const body = 'x'.repeat(256 * 1024);
    for (let place = 0; place < 300; place++) log.add(rejected(makeId(), body));
    // Each is cut.
    expect(dropped()).toBe(300 - Math.ceil((16 * 1024 * 1024) / MAX_BODY_BYTES));
  });

  test('the last 100 accepted and the last 100 rejected requests of an account in the database', async () => {
    const { log } = openLog();
    const accountId = await newAccount();
    const leadId = await storeLead(accountId);
    for (const body of numbered(140)) {
      log.add(rejected(accountId, `rejected ${body}`));
      if (body.endsWith('9')) log.add(accepted(accountId, leadId, `accepted ${body}`));
      await log.flush();
      await pause(1); // IDs are only ordered by millisecond
    }
    const bodies = await bodiesOf(accountId);
    expect(bodies.filter((body) => body.startsWith('rejected'))).toEqual(
      numbered(140)
        .slice(40)
        .map((body) => `rejected ${body}`),
    );
    expect(bodies.filter((body) => body.startsWith('accepted'))).toHaveLength(14);
  });

  test('the last 100 requests even if several processes write at the same time', async () => {
    const logs = [openLog(), openLog(), openLog()];
    const accountId = await newAccount();
    for (let round = 0; round < 10; round++) {
      for (const { log } of logs) for (const body of numbered(30)) log.add(rejected(accountId, body));
      await Promise.all(logs.map(({ log }) => log.flush()));
    }
    const { log } = openLog();
    log.add(rejected(accountId, 'last'));
    await log.flush();
    expect(await bodiesOf(accountId)).toHaveLength(100);
    expect(await bodiesOf(accountId)).toContain('last');
    for (const { errors } of logs) expect(errors).toEqual([]);
  });
});

describe('a request that cannot be logged', () => {
  test('is dropped alone, and the error is reported once', async () => {
    const { log, errors, dropped } = openLog();
    const [accountId, other] = [await newAccount(), await newAccount()];
    const owners = openPool(url, { size: 1 });
    await owners.query(
      `alter table leadline.received add constraint no_poison check (body not like '%poison%')`,
    );
    for (const body of ['one', 'poison', 'two', 'poison too', 'three']) log.add(rejected(accountId, body));
    log.add(rejected(other, 'other'));
    await log.flush();
    await owners.query('alter table leadline.received drop constraint no_poison');
    await owners.end();
    expect(await bodiesOf(accountId)).toEqual(['one', 'three', 'two']);
    expect(await bodiesOf(other)).toEqual(['other']);
    expect(errors).toHaveLength(1);
    expect(dropped()).toBe(2);
  });

  test('because its lead is gone is skipped without an error', async () => {
    const { log, errors, dropped } = openLog();
    const accountId = await newAccount();
    log.add(accepted(accountId, makeId(), 'deleted'));
    log.add(accepted(accountId, await storeLead(accountId), 'there'));
    await log.flush();
    expect(await bodiesOf(accountId)).toEqual(['there']);
    expect([errors.length, dropped()]).toEqual([0, 0]);
  });

  test('because its lead belongs to another account is skipped', async () => {
    const { log } = openLog();
    const [accountId, other] = [await newAccount(), await newAccount()];
    log.add(accepted(accountId, await storeLead(other)));
    await log.flush();
    expect(await bodiesOf(accountId)).toEqual([]);
  });

  test('because the database is unreachable is dropped and counted, and the error is reported once', async () => {
    const unreachable = openDatabase(
      openPool('postgres://leadline@127.0.0.1:1/x', { size: 1, role: 'leadline_api' }),
    );
    const { log, errors, dropped } = openLog(unreachable);
    for (let place = 0; place < 500; place++) log.add(rejected(makeId(), 'x'));
    const started = performance.now();
    await log.close();
    expect(performance.now() - started).toBeLessThan(6_000);
    expect(errors).toHaveLength(1);
    expect(dropped()).toBe(500);
    await unreachable.destroy();
  });

  test('because the database does not respond is dropped after a few seconds', async () => {
    const owners = openPool(url, { size: 1 });
    const holder = await owners.connect();
    await holder.query('begin');
    await holder.query('lock table leadline.received in access exclusive mode');
    const slow = openDatabase(
      openPool(url, { size: 1, role: 'leadline_api', statementTimeoutMs: 500, answerTimeoutMs: 1_000 }),
    );
    const { log, errors, dropped } = openLog(slow);
    for (let place = 0; place < 100; place++) log.add(rejected(makeId(), 'x'));
    const started = performance.now();
    await log.close();
    expect(performance.now() - started).toBeLessThan(4_000);
    expect(errors).toHaveLength(1);
    expect(dropped()).toBe(100);
    await holder.query('rollback');
    holder.release();
    await owners.end();
    await slow.destroy();
  });
});

describe('the API', () => {
  test('accepts leads while the request log cannot be written, and resumes logging afterwards', async () => {
    const api = await startTestApi(url);
    const { accountId, liveKey: key } = await makeAccount(owner);
    const owners = openPool(url, { size: 1 });
    const holder = await owners.connect();
    const send = async (place: number): Promise<number> => {
      const started = performance.now();
      const answer = await call(api.url, '/api/webhook.php', makeLead({ email: `a${place}@acme.com` }), {
        key,
      });
      expect(answer).toMatchObject({ status: 200 });
      return performance.now() - started;
    };
    await send(0);
    await expect.poll(() => bodiesOf(accountId), { timeout: 10_000 }).toHaveLength(1);
    await holder.query('begin');
    await holder.query('lock table leadline.received in access exclusive mode');
    const until = performance.now() + 3_000;
    let slowest = 0;
    for (let place = 1; performance.now() < until; place++) slowest = Math.max(slowest, await send(place));
    await holder.query('rollback');
    holder.release();
    await owners.end();
    expect(slowest).toBeLessThan(1_000);
    await expect.poll(async () => (await bodiesOf(accountId)).length, { timeout: 10_000 }).toBeGreaterThan(1);
    await api.stop();
  });

  test('writes the queued requests when it shuts down', async () => {
    const api = await spawnApi(url);
    const { accountId, liveKey: key } = await makeAccount(owner);
    await call(api.url, '/api/webhook.php', makeLead(), { key });
    await call(api.url, '/api/webhook.php', '{', { key });
    await api.kill('SIGTERM');
    expect(await bodiesOf(accountId)).toEqual(['{', JSON.stringify(makeLead())].toSorted());
  });
});
