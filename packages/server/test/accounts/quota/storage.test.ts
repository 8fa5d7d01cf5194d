// The storage limit: an account can't fill the disk, with live or test keys, with leads, outcomes or audit entries.

import { makeAccount, type PlanLimits } from '@leadline/testkit/database/accounts';
import { openWorkerPool } from '@leadline/testkit/database/worker-pool';
import { type ApiResponse, call } from '@leadline/testkit/http/call';
import { expectError, retryAfter } from '@leadline/testkit/http/expect-error';
import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import { useApi } from '@leadline/testkit/service/use-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_CHANGES_PER_DAY } from '../../../src/accounts/audit/record-audit.ts';
import type { NewAccount } from '../../../src/operations/commands/create-account.ts';
import { runMaintenance } from '../../../src/operations/maintenance/run-maintenance.ts';
import { idAt, readId } from '../../../src/platform/base/ids.ts';
import { type Installation, openInstallation } from '../../../src/platform/db/installation.ts';

const suite = useApi({ inOneCell: true });
let worker: Installation;
beforeAll(() => {
  worker = openInstallation(openWorkerPool(suite.accountUrl));
});
afterAll(() => worker.destroy());

const DAY_MS = 24 * 60 * 60 * 1000;
const maintain = (): Promise<void> => runMaintenance(worker, new Date(), new AbortController().signal);

/** Takes about 21 kB. */
const makeLongLead = () => makeLead({ email: newEmail(), message: 'We need laptops. '.repeat(1_150) });

const send = (key: string, lead: unknown = makeLongLead()): Promise<ApiResponse> =>
  call(suite.api.url, '/api/webhook.php', lead, { key });
const usageOf = async (key: string) =>
  (await call(suite.api.url, '/api/usage', undefined, { key })).body.data;
const storageOf = async (key: string): Promise<number> => (await usageOf(key)).storage.used_bytes;

/** An account that has used up its storage. */
async function makeFullAccount(limits: PlanLimits = {}): Promise<NewAccount & { readonly lead: unknown }> {
  const account = await makeAccount(suite.owner, { storageBytes: 50_000, ...limits });
  const lead = makeLongLead();
  expect(await send(account.liveKey, lead)).toMatchObject({ status: 200 });
  expect(await send(account.liveKey)).toMatchObject({ status: 200 });
  expectError(await send(account.liveKey), 'storage_limit_reached');
  return { ...account, lead };
}

describe('the storage limit', () => {
  test('rejects leads with 402 once it is reached, and says what to do', async () => {
    const { liveKey } = await makeFullAccount();
    const refused = await send(liveKey);
    expectError(refused, 'storage_limit_reached');
    expect(refused.body.error).toMatch(/^plan limit reached: .*50 kB.*delete leads/);
    expect(retryAfter(refused)).toBeGreaterThan(0);
    const { used, storage } = await usageOf(liveKey);
    expect(used).toBe(2);
    expect(storage.limit_bytes).toBe(50_000);
    expect(storage.used_bytes).toBeGreaterThan(40_000);
    expect(storage.used_bytes).toBeLessThanOrEqual(50_000);
  });

  test('still accepts a lead that is short enough', async () => {
    const { liveKey } = await makeFullAccount();
    expect(await send(liveKey, { email: newEmail() })).toMatchObject({ status: 200 });
  });

  test('is not exceeded by leads that are sent at once', async () => {
    const { liveKey } = await makeAccount(suite.owner, { storageBytes: 200_000 });
    const answers = await Promise.all(Array.from({ length: 40 }, () => send(liveKey)));
    const accepted = answers.filter(({ status }) => status === 200);
    expect(accepted.length).toBeGreaterThan(5);
    // A busy machine may turn some away.
    expect([200, 402, 503]).toEqual(expect.arrayContaining(answers.map(({ status }) => status)));
    expect(await storageOf(liveKey)).toBeLessThanOrEqual(200_000);
  });

  test('includes test leads, and live leads when a test key is used', async () => {
    const { liveKey, testKey } = await makeAccount(suite.owner, { storageBytes: 50_000 });
    expect(await send(testKey)).toMatchObject({ status: 200 });
    expect(await send(liveKey)).toMatchObject({ status: 200 });
    expectError(await send(testKey), 'storage_limit_reached');
    expectError(await send(liveKey), 'storage_limit_reached');
    expect(await storageOf(testKey)).toBe(await storageOf(liveKey));
  });

  test('does not affect repeated requests, which get the stored response', async () => {
    const { liveKey, lead } = await makeFullAccount();
    const before = await storageOf(liveKey);
    expect(await send(liveKey, lead)).toMatchObject({ status: 200 });
    expect(await storageOf(liveKey)).toBe(before);
  });

  test('does not affect another account', async () => {
    await makeFullAccount();
    const { liveKey } = await makeAccount(suite.owner, { storageBytes: 50_000 });
    expect(await send(liveKey)).toMatchObject({ status: 200 });
  });

  test('leaves the monthly allowance exact: a lead rejected for storage does not use it', async () => {
    const { liveKey } = await makeFullAccount({ monthlyLeads: 3 });
    expect(await usageOf(liveKey)).toMatchObject({ used: 2, left: 1 });
    expect(await send(liveKey, { email: newEmail() })).toMatchObject({ status: 200 });
    expectError(await send(liveKey, { email: newEmail() }), 'plan_limit_reached');
  });

  test('applies to each lead of a batch, or to all of it', async () => {
    const { liveKey } = await makeAccount(suite.owner, { storageBytes: 50_000 });
    const leads = Array.from({ length: 4 }, makeLongLead);
    const stopped = await call(suite.api.url, '/api/batch', { leads, when_full: 'stop' }, { key: liveKey });
    expectError(stopped, 'storage_limit_reached');
    expect(await storageOf(liveKey)).toBe(0);
    const { body } = await call(suite.api.url, '/api/batch', { leads }, { key: liveKey });
    expect(body).toMatchObject({ success: true, stored: 2, refused: 2 });
    expect(body.data[2]).toMatchObject({ success: false, code: 'storage_limit_reached' });
  });

  test('of each plan is as documented', async () => {
    const plans = await suite.owner
      .selectFrom('plans')
      .select(['name', 'storage_bytes', 'test_leads'])
      .execute();
    expect(
      Object.fromEntries(plans.map(({ name, ...limits }) => [name, Object.values(limits)])),
    ).toMatchObject({
      free: [100e6, 1_000],
      starter: [1e9, 5_000],
      growth: [10e9, 20_000],
      scale: [100e9, 100_000],
      unlimited: [null, null],
    });
  });
});

describe('storage is freed', () => {
  test('by deleting a lead, with its outcomes', async () => {
    const { liveKey: key } = await makeAccount(suite.owner, { storageBytes: 50_000 });
    const { lead_id } = (await send(key)).body;
    const withoutOutcome = await storageOf(key);
    const won = { outcome: 'won', reason: 'They liked the price.' };
    await call(suite.api.url, `/api/leads/${lead_id}/outcome`, won, { key });
    expect(await storageOf(key)).toBe(withoutOutcome + 256 + won.reason.length);
    await call(suite.api.url, `/api/leads/${lead_id}`, undefined, { key, method: 'DELETE' });
    expect(await storageOf(key)).toBe(0);
  });

  test('by erasing a person', async () => {
    const { liveKey: key } = await makeAccount(suite.owner, { storageBytes: 50_000 });
    const email = newEmail();
    for (const message of ['Grüße 👋', 'again']) await send(key, makeLead({ email, message }));
    expect(await storageOf(key)).toBeGreaterThan(0);
    await call(suite.api.url, '/api/people/erase', { email }, { key });
    expect(await storageOf(key)).toBe(0);
  });
});

describe('maintenance', () => {
  test('counts the storage of every account again, so that the count cannot drift', async () => {
    const { accountId, liveKey } = await makeFullAccount();
    const counted = await storageOf(liveKey);
    await sql`update leadline.storage set bytes = bytes + 1000000, leads = 99, counted_at = null
      where account_id = ${accountId}`.execute(suite.owner);
    await maintain();
    expect(await storageOf(liveKey)).toBe(counted);
    const { leads } = await suite.owner
      .selectFrom('storage')
      .select('leads')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    expect(leads).toBe(2);
  });

  test('counts an account whose leads were stored before there was a count', async () => {
    const { accountId, liveKey } = await makeFullAccount();
    const counted = await storageOf(liveKey);
    await suite.owner.deleteFrom('storage').where('account_id', '=', accountId).execute();
    expect(await storageOf(liveKey)).toBe(0);
    await maintain();
    expect(await storageOf(liveKey)).toBe(counted);
  });

  test('deletes test leads after a week, but not live leads', async () => {
    const { liveKey, testKey } = await makeAccount(suite.owner, { storageBytes: 10_000_000 });
    const ageLead = async (key: string, days: number): Promise<string> => {
      const id = readId('lead', (await send(key)).body.lead_id) as string;
      const aged = idAt(new Date(Date.now() - days * DAY_MS));
      await sql`update leadline.leads set id = ${aged}, person_id = ${aged} where id = ${id}`.execute(
        suite.owner,
      );
      return `lead_${aged}`;
    };
    const [oldTest, youngTest, oldLive] = [
      await ageLead(testKey, 8),
      await ageLead(testKey, 6),
      await ageLead(liveKey, 8),
    ];
    expect((await call(suite.api.url, '/api/retention', undefined, { key: testKey })).body.data).toEqual({
      days: 7,
    });
    await maintain();
    const statusOf = async (key: string, id: string): Promise<number> =>
      (await call(suite.api.url, `/api/leads/${id}`, undefined, { key })).status;
    expect(await statusOf(testKey, oldTest)).toBe(404);
    expect(await statusOf(testKey, youngTest)).toBe(200);
    expect(await statusOf(liveKey, oldLive)).toBe(200);
  });

  test('keeps test leads for as long as the account has chosen', async () => {
    const { testKey: key } = await makeAccount(suite.owner);
    const chosen = await call(suite.api.url, '/api/retention', { days: 30 }, { key, method: 'PUT' });
    expect(chosen.body.data).toEqual({ days: 30 });
    const reset = await call(suite.api.url, '/api/retention', { days: null }, { key, method: 'PUT' });
    expect(reset.body.data).toEqual({ days: 7 });
  });
});

describe('test keys', () => {
  test('have a monthly limit of their own, which live leads do not use', async () => {
    const { liveKey, testKey } = await makeAccount(suite.owner, { monthlyLeads: 5, testLeads: 2 });
    expect(await send(liveKey)).toMatchObject({ status: 200 });
    for (let i = 0; i < 2; i++) expect(await send(testKey)).toMatchObject({ status: 200 });
    const refused = await send(testKey);
    expectError(refused, 'test_limit_reached');
    expect(retryAfter(refused)).toBeGreaterThan(0);
    expect(await send(liveKey)).toMatchObject({ status: 200 });
    expect(await usageOf(testKey)).toMatchObject({ used: 2, limit: 2, left: 0 });
    expect(await usageOf(liveKey)).toMatchObject({ used: 2, limit: 5, left: 3 });
  });

  test('send no usage.threshold events', async () => {
    const { testKey } = await makeAccount(suite.owner, { testLeads: 1 });
    await call(
      suite.api.url,
      '/api/webhooks',
      { url: 'http://127.0.0.1:9/', events: ['usage.threshold'] },
      { key: testKey },
    );
    expect(await send(testKey)).toMatchObject({ status: 200 });
    const { rows } = await sql`select from leadline.outbox where kind = 'usage.threshold'`.execute(
      suite.owner,
    );
    expect(rows).toEqual([]);
  });
});

describe('outcomes', () => {
  const record = (key: string, leadId: string, reason?: string) =>
    call(suite.api.url, `/api/leads/${leadId}/outcome`, { outcome: 'won', reason }, { key });

  test('can be recorded without a reason when the storage is full', async () => {
    const { accountId, liveKey: key } = await makeAccount(suite.owner, { storageBytes: 50_000 });
    const { lead_id } = (await send(key)).body;
    await sql`update leadline.storage set bytes = 50000 where account_id = ${accountId}`.execute(suite.owner);
    expectError(await record(key, lead_id, 'because'), 'storage_limit_reached');
    const many = { lead_ids: [lead_id], outcome: 'won', reason: 'because' };
    expectError(await call(suite.api.url, '/api/leads/outcomes', many, { key }), 'storage_limit_reached');
    expect(await record(key, lead_id)).toMatchObject({ status: 200 });
  });

  test('are limited to 50 for one lead', async () => {
    const { liveKey: key } = await makeAccount(suite.owner);
    const { lead_id } = (await send(key)).body;
    for (let i = 0; i < 50; i++) expect((await record(key, lead_id)).status).toBe(200);
    expectError(await record(key, lead_id), 'limit_reached');
  });
});

test('audited changes are limited per day, because their entries are kept permanently', async () => {
  const { accountId, liveKey: key } = await makeAccount(suite.owner);
  await sql`insert into leadline.audit_log (account_id, id, actor, action, subject, details)
    select ${accountId}::uuid, uuidv7(), 'key_x', 'retention.changed', '', '{}'
    from generate_series(2 + (select count(*) from leadline.audit_log where account_id = ${accountId}), ${MAX_CHANGES_PER_DAY}::integer)`.execute(
    suite.owner,
  );
  const change = (days: number) => call(suite.api.url, '/api/retention', { days }, { key, method: 'PUT' });
  expect(await change(100)).toMatchObject({ status: 200 });
  const refused = await change(200);
  expectError(refused, 'too_many_changes');
  expect(retryAfter(refused)).toBeGreaterThan(0);
  expect((await call(suite.api.url, '/api/retention', undefined, { key })).body.data).toEqual({ days: 100 });
  await sql`update leadline.audit_log set id = ${idAt(new Date(Date.now() - 2 * DAY_MS))}
    where account_id = ${accountId} and id = (
      select id from leadline.audit_log where account_id = ${accountId} order by id limit 1)`.execute(
    suite.owner,
  );
  expect(await change(300)).toMatchObject({ status: 200 });
});
