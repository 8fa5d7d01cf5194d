// How long leads are kept: for good, unless the account says otherwise; then older ones go, with all that came of them.

import { makeAccount } from '@leadline/testkit/database/accounts';
import { openWorkerPool } from '@leadline/testkit/database/worker-pool';
import { importFileInProcess } from '@leadline/testkit/files/import-file';
import { toCsv } from '@leadline/testkit/files/to-csv';
import { expectError } from '@leadline/testkit/http/expect-error';
import { makeLead, newEmail } from '@leadline/testkit/leads/make-lead';
import { listIds, storeLead } from '@leadline/testkit/service/lead-calls';
import { type Caller, callAs, useApi } from '@leadline/testkit/service/use-api';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromUuid, readId } from '../../src/base/ids.ts';
import { type Installation, openInstallation } from '../../src/db/installation.ts';
import { runMaintenance } from '../../src/maintenance/run-maintenance.ts';
import type { NewAccount } from '../../src/operator/create-account.ts';
import { applyRetention } from '../../src/people/apply-retention.ts';

const suite = useApi();
let pool: pg.Pool;
let worker: Installation;
beforeAll(() => {
  pool = openWorkerPool(suite.databaseUrl);
  worker = openInstallation(pool);
});
afterAll(() => worker.destroy());

const DAY_MS = 24 * 60 * 60 * 1000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);

const keepHouseNow = (now = new Date()): Promise<void> =>
  runMaintenance(worker, now, new AbortController().signal);

interface Tenant {
  readonly account: NewAccount;
  readonly caller: Caller;
}

async function makeTenant(): Promise<Tenant> {
  const account = await makeAccount(suite.owner);
  return { account, caller: callAs(suite, account) };
}

/** Leads of so many days ago, each of a person of its own; the newest comes first in what is given back. */
async function importOld({ account, caller }: Tenant, ages: readonly number[]): Promise<string[]> {
  const rows = ages.map((age) => ({ email: newEmail(), received_at: daysAgo(age).toISOString() }));
  await importFileInProcess(caller, pool, account.accountId, toCsv(rows));
  return listIds(caller, '?limit=100');
}

const keep = (caller: Caller, days: number | null): Promise<unknown> =>
  caller('/api/retention', { days }, { method: 'PUT' });

const applied = async (caller: Caller): Promise<Record<string, unknown>[]> =>
  (await caller('/api/audit?limit=100')).body.data.filter(
    ({ action }: { action: string }) => action === 'retention.applied',
  );

const countIn = async (table: string, { account }: Tenant): Promise<number> =>
  Number(
    (await pool.query(`select count(*) from leadline.${table} where account_id = $1`, [account.accountId]))
      .rows[0].count,
  );

test('leads are kept for good unless the account says otherwise', async () => {
  const tenant = await makeTenant();
  expect((await tenant.caller('/api/retention')).body.data).toEqual({ days: null });
  const ids = await importOld(tenant, [1, 400, 9_000]);
  expect(ids).toHaveLength(3);
  await keepHouseNow();
  expect(await listIds(tenant.caller, '')).toEqual(ids);
  expect(await applied(tenant.caller)).toEqual([]);
});

test('older leads go and younger ones stay, to the day', async () => {
  const tenant = await makeTenant();
  const ids = await importOld(tenant, [1, 29.9, 30.1, 31, 400, 9_000]);
  await keep(tenant.caller, 30);
  expect((await tenant.caller('/api/retention')).body.data).toEqual({ days: 30 });
  await keepHouseNow();
  expect(await listIds(tenant.caller, '')).toEqual(ids.slice(0, 2));
  expect(await countIn('contacts', tenant)).toBe(2);
  expect(await applied(tenant.caller)).toMatchObject([
    { actor: 'worker', subject: `acct_${tenant.account.accountId}`, details: { leads: 4 } },
  ]);
  // Nothing was left to do.
  await keepHouseNow();
  expect(await applied(tenant.caller)).toHaveLength(1);
  // The day after, it is the next one's turn.
  await keepHouseNow(new Date(Date.now() + DAY_MS));
  expect(await listIds(tenant.caller, '')).toEqual(ids.slice(0, 1));
});

test('what came of a lead goes with it, and what others came of stays', async () => {
  const tenant = await makeTenant();
  const email = newEmail();
  const rows = [
    { email, received_at: daysAgo(100).toISOString(), outcome: 'won', reason: 'Old' },
    { email, received_at: daysAgo(1).toISOString(), outcome: 'won', reason: 'New' },
  ];
  await importFileInProcess(tenant.caller, pool, tenant.account.accountId, toCsv(rows));
  const [fresh, old] = await listIds(tenant.caller, '');
  const { body } = await tenant.caller('/api/webhooks', { url: 'http://127.0.0.1:9/' });
  for (const id of [fresh, old]) {
    await pool.query(
      `insert into leadline.deliveries (account_id, endpoint_id, event_id, event, lead_id)
       values ($1, $2, $3, 'lead.scored', $3)`,
      [tenant.account.accountId, readId('hook', body.data.webhook_id), readId('lead', id ?? '')],
    );
  }
  await keep(tenant.caller, 30);
  await keepHouseNow();
  expect(await listIds(tenant.caller, `?q=${email}`)).toEqual([fresh]);
  expect(await countIn('contacts', tenant)).toBe(1);
  expect(await countIn('outcomes', tenant)).toBe(1);
  expect(await countIn('deliveries', tenant)).toBe(1);
  const { leads } = (await tenant.caller(`/api/people?email=${email}`)).body.data;
  expect(leads).toMatchObject([{ lead_id: fresh }]);
});

test('many go in steps, so that nobody waits long for the account', async () => {
  const tenant = await makeTenant();
  await importOld(
    tenant,
    Array.from({ length: 450 }, (_, place) => 100 + place),
  );
  await keep(tenant.caller, 30);
  expect(await applyRetention(worker, new Date())).toBe(200);
  expect(await countIn('leads', tenant)).toBe(250);
  await keepHouseNow();
  expect(await countIn('leads', tenant)).toBe(0);
  expect(await countIn('contacts', tenant)).toBe(0);
  expect((await applied(tenant.caller)).map(({ details }) => details)).toEqual([
    { leads: 50 },
    { leads: 200 },
    { leads: 200 },
  ]);
});

test('a worker that is told to stop leaves the rest for later', async () => {
  const tenant = await makeTenant();
  await importOld(tenant, [100]);
  await keep(tenant.caller, 30);
  await runMaintenance(worker, new Date(), AbortSignal.abort());
  expect(await countIn('leads', tenant)).toBe(1);
});

test('other accounts are untouched, and the account’s own twin for tests', async () => {
  const [tenant, other] = [await makeTenant(), await makeTenant()];
  const twin: Caller = (path, body, options) =>
    tenant.caller(path, body, { key: tenant.account.testKey, ...options });
  await importOld(tenant, [100]);
  const ids = await importOld(other, [50, 100]);
  const { id: twinId } = await suite.owner
    .selectFrom('accounts')
    .select('id')
    .where('test_of', '=', tenant.account.accountId)
    .executeTakeFirstOrThrow();
  const file = toCsv([{ email: newEmail(), received_at: daysAgo(100).toISOString() }]);
  await importFileInProcess(twin, pool, fromUuid(twinId), file);
  await keep(tenant.caller, 30);
  await keep(other.caller, 99);
  await keepHouseNow();
  expect(await listIds(tenant.caller, '')).toEqual([]);
  expect(await listIds(other.caller, '')).toEqual(ids.slice(0, 1));
  expect(await listIds(twin, '')).toHaveLength(1);
  expect((await twin('/api/retention')).body.data).toEqual({ days: null });
});

test('taking the limit back keeps what is there', async () => {
  const tenant = await makeTenant();
  const ids = await importOld(tenant, [100]);
  await keep(tenant.caller, 30);
  await keep(tenant.caller, null);
  expect((await tenant.caller('/api/retention')).body.data).toEqual({ days: null });
  await keepHouseNow();
  expect(await listIds(tenant.caller, '')).toEqual(ids);
});

test('the allowance is not given back', async () => {
  const tenant = await makeTenant();
  await importOld(tenant, [100, 200]);
  await keep(tenant.caller, 30);
  await keepHouseNow();
  expect((await tenant.caller('/api/usage')).body.data).toMatchObject({ used: 2 });
});

test('leads that come in meanwhile are stored', async () => {
  const tenant = await makeTenant();
  await importOld(
    tenant,
    Array.from({ length: 600 }, () => 100),
  );
  await keep(tenant.caller, 30);
  const [, ...stored] = await Promise.all([
    keepHouseNow(),
    ...Array.from({ length: 30 }, () => storeLead(tenant.caller, makeLead({ email: newEmail(), phone: '' }))),
  ]);
  expect((await listIds(tenant.caller, '?limit=100')).toSorted()).toEqual(stored.toSorted());
});

test.each([0, -1, 36_501, 1.5, 'week', undefined])('refuses to keep leads for %j days', async (days) => {
  expectError(await suite.call('/api/retention', { days }, { method: 'PUT' }), 'invalid_input', 'days');
});
