// The log never gets in the way of intake: what it holds is bounded, what it cannot write is dropped and counted, and what
// is at fault in one request costs no other.

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
import { makeId } from '../../src/base/ids.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import type { Installation } from '../../src/db/installation.ts';
import { openPool } from '../../src/db/pool.ts';
import { LeadWriter } from '../../src/leads/lead-writer.ts';
import { RequestLog, type RequestToKeep } from '../../src/request-log/request-log.ts';

let url: string;
let owner: Installation;
let pool: pg.Pool;
let db: Database;
beforeAll(async () => {
  url = await cloneDatabase();
  owner = openOwner(url);
  pool = openPool(url, { size: 2, role: 'leadline_api' });
  db = openDatabase(pool);
});
afterAll(async () => {
  await db.destroy();
  await owner.destroy();
});

interface Opened {
  readonly log: RequestLog;
  readonly errors: Error[];
  readonly dropped: () => number;
}

/** Writes when it is told to. */
function openLog(on: Database = db): Opened {
  const errors: Error[] = [];
  let dropped = 0;
  const log = new RequestLog(on, {
    everyMs: 3_600_000,
    onError: (error) => errors.push(error),
    onDropped: (requests) => {
      dropped += requests;
    },
  });
  return { log, errors, dropped: () => dropped };
}

const refused = (accountId: string, body: string | null): RequestToKeep => ({
  accountId,
  path: '/api/webhook.php',
  contentType: 'application/json',
  body: body === null ? null : Buffer.from(body),
  status: 400,
  code: 'missing_contact',
  error: 'email and phone are both missing',
  leadId: null,
});

const taken = (accountId: string, leadId: string, body = '{}'): RequestToKeep => ({
  ...refused(accountId, body),
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

describe('what is held', () => {
  test('between two writings, of an account: the first 20 taken and the first 50 refused', async () => {
    const { log, dropped } = openLog();
    const [accountId, other] = [await newAccount(), await newAccount()];
    const leadId = await storeLead(accountId);
    for (const body of numbered(200)) {
      log.add(taken(accountId, leadId, `taken ${body}`));
      log.add(refused(accountId, `refused ${body}`));
    }
    log.add(refused(other, 'another account'));
    await log.flush();
    const bodies = await bodiesOf(accountId);
    expect(bodies.filter((body) => body.startsWith('taken'))).toEqual(
      numbered(20).map((body) => `taken ${body}`),
    );
    expect(bodies.filter((body) => body.startsWith('refused'))).toEqual(
      numbered(50).map((body) => `refused ${body}`),
    );
    expect(await bodiesOf(other)).toEqual(['another account']);
    expect(dropped()).toBe(0);
    // The next ones have room again.
    log.add(refused(accountId, 'later'));
    await log.flush();
    expect(await bodiesOf(accountId)).toContain('later');
  });

  test('of all accounts: 2,000 requests', async () => {
    const { log, dropped } = openLog();
    for (let place = 0; place < 2_345; place++) log.add(refused(makeId(), 'x'));
    expect(dropped()).toBe(345);
  });

  test('of all accounts: 16 MiB', async () => {
    const { log, dropped } = openLog();
    const body = 'x'.repeat(256 * 1024);
    for (let place = 0; place < 300; place++) log.add(refused(makeId(), body));
    // 64 kB of each at most.
    expect(dropped()).toBe(300 - Math.ceil((16 * 1024 * 1024) / 64_004));
  });

  test('in the database, of an account: the last 100 taken and the last 100 refused', async () => {
    const { log } = openLog();
    const accountId = await newAccount();
    const leadId = await storeLead(accountId);
    for (const body of numbered(140)) {
      log.add(refused(accountId, `refused ${body}`));
      if (body.endsWith('9')) log.add(taken(accountId, leadId, `taken ${body}`));
      await log.flush();
      await pause(1); // ids are in order by the millisecond
    }
    const bodies = await bodiesOf(accountId);
    expect(bodies.filter((body) => body.startsWith('refused'))).toEqual(
      numbered(140)
        .slice(40)
        .map((body) => `refused ${body}`),
    );
    expect(bodies.filter((body) => body.startsWith('taken'))).toHaveLength(14);
  });

  test('also when several processes write at once', async () => {
    const logs = [openLog(), openLog(), openLog()];
    const accountId = await newAccount();
    for (let round = 0; round < 10; round++) {
      for (const { log } of logs) for (const body of numbered(30)) log.add(refused(accountId, body));
      await Promise.all(logs.map(({ log }) => log.flush()));
    }
    const { log } = openLog();
    log.add(refused(accountId, 'last'));
    await log.flush();
    expect(await bodiesOf(accountId)).toHaveLength(100);
    expect(await bodiesOf(accountId)).toContain('last');
    for (const each of logs) expect(each.errors).toEqual([]);
  });
});

describe('what cannot be written', () => {
  test('is lost alone, and is said once', async () => {
    const { log, errors, dropped } = openLog();
    const [accountId, other] = [await newAccount(), await newAccount()];
    const owners = openPool(url, { size: 1 });
    await owners.query(
      `alter table leadline.received add constraint no_poison check (body not like '%poison%')`,
    );
    for (const body of ['one', 'poison', 'two', 'poison too', 'three']) log.add(refused(accountId, body));
    log.add(refused(other, 'other'));
    await log.flush();
    await owners.query('alter table leadline.received drop constraint no_poison');
    await owners.end();
    expect(await bodiesOf(accountId)).toEqual(['one', 'three', 'two']);
    expect(await bodiesOf(other)).toEqual(['other']);
    expect(errors).toHaveLength(1);
    expect(dropped()).toBe(2);
  });

  test('because its lead is not there is not written, and that is no fault', async () => {
    const { log, errors, dropped } = openLog();
    const accountId = await newAccount();
    log.add(taken(accountId, makeId(), 'gone'));
    log.add(taken(accountId, await storeLead(accountId), 'there'));
    await log.flush();
    expect(await bodiesOf(accountId)).toEqual(['there']);
    expect([errors.length, dropped()]).toEqual([0, 0]);
  });

  test('because the lead is another’s is not written', async () => {
    const { log } = openLog();
    const [accountId, other] = [await newAccount(), await newAccount()];
    log.add(taken(accountId, await storeLead(other)));
    await log.flush();
    expect(await bodiesOf(accountId)).toEqual([]);
  });

  test('because the database is away is dropped, counted and said once', async () => {
    const away = openDatabase(
      openPool('postgres://leadline@127.0.0.1:1/x', { size: 1, role: 'leadline_api' }),
    );
    const { log, errors, dropped } = openLog(away);
    for (let place = 0; place < 500; place++) log.add(refused(makeId(), 'x'));
    const started = performance.now();
    await log.close();
    expect(performance.now() - started).toBeLessThan(6_000);
    expect(errors).toHaveLength(1);
    expect(dropped()).toBe(500);
    await away.destroy();
  });

  test('because the database does not answer is dropped after a few seconds', async () => {
    const owners = openPool(url, { size: 1 });
    const holder = await owners.connect();
    await holder.query('begin');
    await holder.query('lock table leadline.received in access exclusive mode');
    const slow = openDatabase(
      openPool(url, { size: 1, role: 'leadline_api', statementTimeoutMs: 500, answerTimeoutMs: 1_000 }),
    );
    const { log, errors, dropped } = openLog(slow);
    for (let place = 0; place < 100; place++) log.add(refused(makeId(), 'x'));
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

describe('a service', () => {
  test('takes leads as before while nothing can be written down, and goes on writing afterwards', async () => {
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

  test('writes down what it holds when it is stopped', async () => {
    const api = await spawnApi(url);
    const { accountId, liveKey: key } = await makeAccount(owner);
    await call(api.url, '/api/webhook.php', makeLead(), { key });
    await call(api.url, '/api/webhook.php', '{', { key });
    await api.kill('SIGTERM');
    expect(await bodiesOf(accountId)).toEqual(['{', JSON.stringify(makeLead())].toSorted());
  });
});
