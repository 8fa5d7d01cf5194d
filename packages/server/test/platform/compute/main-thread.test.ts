// Nothing that a caller sends keeps the API's main thread busy. The API runs in the test's process, so the test can
// measure the CPU time of the thread that answers requests, whatever else the machine is doing.

import { makeAccount } from '@leadline/testkit/database/accounts';
import type { ApiResponse } from '@leadline/testkit/http/call';
import { startTestApi } from '@leadline/testkit/service/start-in-process';
import { type Caller, callAs, useApi } from '@leadline/testkit/service/use-api';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { NewAccount } from '../../../src/operations/commands/create-account.ts';
import { makeId } from '../../../src/platform/base/ids.ts';
import { openPool } from '../../../src/platform/db/pool.ts';
import { buildTestApp } from '../../support/app.ts';

const suite = useApi({ inOneCell: true });

async function measure<T>(work: () => Promise<T>): Promise<{ result: T; mainThreadMs: number }> {
  const start = process.threadCpuUsage();
  const result = await work();
  const { user, system } = process.threadCpuUsage(start);
  return { result, mainThreadMs: (user + system) / 1000 };
}

// Other work of the process, such as refreshing keys, only adds to a measurement, so the lowest of several counts.

/** Costs tens of milliseconds to score and several times as much to explain. */
const EXPENSIVE = '我们需要'.repeat(5_000);
const expensiveLead = (email: string) => ({
  email,
  message: EXPENSIVE,
  custom_fields: Object.fromEntries(Array.from({ length: 3 }, (_, index) => [`q${index}`, EXPENSIVE])),
});

const newCaller = async (): Promise<Caller> => callAs(suite, await makeAccount(suite.owner));
const warmUp = (caller: Caller): Promise<ApiResponse> =>
  caller('/api/explain.php', { lead: { email: 'a@example.org' } });

test('explaining expensive leads costs the main thread little', async () => {
  const caller = await newCaller();
  await warmUp(caller);
  const costs: number[] = [];
  for (let count = 0; count < 4; count++) {
    const { result, mainThreadMs } = await measure(() =>
      caller('/api/explain.php', { lead: expensiveLead('a@example.org') }),
    );
    expect(result).toMatchObject({ status: 200 });
    costs.push(mainThreadMs);
  }
  expect(Math.min(...costs)).toBeLessThan(50);
});

test('an account that uses up its computing time is told when to try again, and others are not affected', async () => {
  const open = () => openPool(suite.accountUrl, { size: 2, role: 'leadline_api' });
  const { app, close } = await buildTestApp(open(), open(), { allowance: { burstMs: 20, msPerSecond: 1 } });
  const explain = ({ liveKey }: NewAccount) =>
    app.inject({
      method: 'POST',
      url: '/api/explain.php',
      headers: { 'X-API-KEY': liveKey },
      payload: { lead: expensiveLead('a@example.org') },
    });
  const [account, other] = [await makeAccount(suite.owner), await makeAccount(suite.owner)];
  expect(await explain(account)).toMatchObject({ statusCode: 200 });
  const rejected = await explain(account);
  expect(rejected).toMatchObject({ statusCode: 429, headers: { 'x-error-code': 'rate_limited' } });
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
  expect(rejected.json()).toMatchObject({ success: false, error: expect.stringMatching(/^rate limited: /) });
  expect(await explain(other)).toMatchObject({ statusCode: 200 });
  await close();
});

/** As many values as a body may have. Each costs a millisecond or more to read, and is rejected. */
const EXPENSIVE_BODY = `{"x":[${'{"a":[1]},'.repeat(3_300)}1]}`;

test('an account whose bodies are expensive to read is told when to try again, and others are not affected', async () => {
  const open = () => openPool(suite.accountUrl, { size: 2, role: 'leadline_api' });
  const { app, close } = await buildTestApp(open(), open(), {
    mainThreadAllowance: { burstMs: 40, msPerSecond: 1 },
  });
  const [account, other] = [await makeAccount(suite.owner), await makeAccount(suite.owner)];
  const send = (key: string, payload: string) =>
    app.inject({
      method: 'POST',
      url: '/api/webhook.php',
      headers: { 'X-API-KEY': key, 'Content-Type': 'application/json' },
      payload,
    });
  let sent = 0;
  let answer = await send(account.liveKey, EXPENSIVE_BODY);
  for (; answer.statusCode === 400 && sent < 200; sent++)
    answer = await send(account.liveKey, EXPENSIVE_BODY);
  expect(answer).toMatchObject({ statusCode: 429, headers: { 'x-error-code': 'rate_limited' } });
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  // The limit applies to the account, whichever key it uses, and before the body is read.
  expect(await send(account.testKey, 'not JSON')).toMatchObject({ statusCode: 429 });
  for (let count = 0; count < 100; count++)
    expect(await send(other.liveKey, `{"email":"lead-${count}@example.org"}`)).toMatchObject({
      statusCode: 200,
    });
  await close();
});

test('bodies of callers without a header are limited by network', async () => {
  const open = () => openPool(suite.accountUrl, { size: 2, role: 'leadline_api' });
  const { app, close } = await buildTestApp(open(), open());
  const { liveKey } = await makeAccount(suite.owner);
  const send = (url: string, payload: string | object, remoteAddress = '192.0.2.1', headers = {}) =>
    app.inject({
      method: 'POST',
      url,
      remoteAddress,
      headers: { 'Content-Type': 'application/json', ...headers },
      payload,
    });
  const explained = { api_key: liveKey, lead: { email: 'a@example.org' } };
  // Requests with a valid key don't count.
  for (let count = 0; count < 5; count++)
    expect(await send('/api/explain.php', explained)).toMatchObject({ statusCode: 200 });
  for (let count = 0; count < 120; count++)
    expect(await send('/api/explain.php', 'not JSON')).toMatchObject({ statusCode: 400 });
  expect(await send('/api/explain.php', 'not JSON')).toMatchObject({ statusCode: 429 });
  expect(await send('/api/explain.php', explained)).toMatchObject({ statusCode: 429 });
  expect(await send('/api/explain.php', explained, '192.0.2.1', { 'X-API-KEY': liveKey })).toMatchObject({
    statusCode: 200,
  });
  expect(await send('/api/explain.php', explained, '192.0.2.2')).toMatchObject({ statusCode: 200 });
  await close();
});

test('a large lead gets the same score as ever, and costs the main thread little', async () => {
  const caller = await newCaller();
  await warmUp(caller);
  const costs: number[] = [];
  let leadId = '';
  for (let count = 0; count < 4; count++) {
    const { result, mainThreadMs } = await measure(() =>
      caller('/api/webhook.php', expensiveLead(`lead-${count}@example.org`)),
    );
    expect(result).toMatchObject({ status: 200 });
    leadId = result.body.lead_id;
    costs.push(mainThreadMs);
  }
  expect(Math.min(...costs)).toBeLessThan(50);
  const replayed = await caller(`/api/leads/${leadId}/replay`, {});
  expect(replayed).toMatchObject({ status: 200, body: { data: { differences: [] } } });
});

test('a batch of large leads costs the main thread little', async () => {
  const caller = await newCaller();
  await warmUp(caller);
  const leads = Array.from({ length: 20 }, (_, index) => expensiveLead(`batch-${index}@example.org`));
  const { result, mainThreadMs } = await measure(() => caller('/api/batch', { leads }));
  expect(result).toMatchObject({ status: 200, body: { stored: 20 } });
  // Includes sending the batch, which the test does on the same thread.
  expect(mainThreadMs / leads.length).toBeLessThan(50);
});

test('a batch nested too deeply is rejected', async () => {
  const caller = await newCaller();
  const body = `{"leads":[${'['.repeat(500_000)}${']'.repeat(500_000)}]}`;
  const answer = await caller('/api/batch', body);
  expect(answer.status).toBe(400);
});

/** Stores 3 MB of rejected rows that a quadratic search would take minutes for. */
async function storeRejectedRows({ accountId }: NewAccount): Promise<void> {
  const importId = makeId();
  await sql`insert into leadline.imports (account_id, id, status, file_name)
    values (${accountId}, ${importId}, 'finished', 'a.csv')`.execute(suite.owner);
  await sql`insert into leadline.import_refusals (account_id, import_id, line, reason, content)
    select ${accountId}, ${importId}, line, 'missing contact',
      json_build_object('name', repeat('1 ', 30000))::text
    from generate_series(1, 50) line`.execute(suite.owner);
}

test('searching 3 MB of rejected rows for a phone number leaves the main thread free', async () => {
  const account = await makeAccount(suite.owner);
  await storeRejectedRows(account);
  const caller = callAs(suite, account);
  const { result, mainThreadMs } = await measure(async () => {
    const exported = caller(`/api/people?${new URLSearchParams({ phone: '+1 212 555 0142' })}`);
    const healthy = await caller('/healthz');
    return [healthy, await exported];
  });
  for (const answer of result) expect(answer).toMatchObject({ status: 200 });
  expect(mainThreadMs).toBeLessThan(1_000);
  const erased = await caller('/api/people/erase', { phone: '1111111' });
  expect(erased).toMatchObject({ status: 200, body: { data: { refused_rows: 0 } } });
});

test('the API stops within seconds while it searches', async () => {
  const account = await makeAccount(suite.owner);
  for (let count = 0; count < 3; count++) await storeRejectedRows(account);
  const api = await startTestApi(suite.databaseUrl);
  const caller = callAs({ ...suite, api }, account);
  const exported = caller(`/api/people?${new URLSearchParams({ phone: '+1 212 555 0142' })}`).catch(
    () => null,
  );
  await caller('/healthz');
  const start = performance.now();
  await api.stop();
  expect(performance.now() - start).toBeLessThan(12_000);
  await exported;
});
