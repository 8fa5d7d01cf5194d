// Retention: leads are kept until deleted unless the account sets a period; then older leads are deleted with everything
// that belongs to them.

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
import type { NewAccount } from '../../src/operations/commands/create-account.ts';
import { runMaintenance } from '../../src/operations/maintenance/run-maintenance.ts';
import { fromUuid, readId } from '../../src/platform/base/ids.ts';
import { type Installation, openInstallation } from '../../src/platform/db/installation.ts';

const suite = useApi({ inOneCell: true });
let pool: pg.Pool;
let worker: Installation;
beforeAll(() => {
  pool = openWorkerPool(suite.accountUrl);
  worker = openInstallation(pool);
});
afterAll(() => worker.destroy());

const DAY_MS = 24 * 60 * 60 * 1000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);

const runMaintenanceNow = (now = new Date()): Promise<void> =>
  runMaintenance(worker, now, new AbortController().signal);

interface Tenant {
  readonly account: NewAccount;
  readonly caller: Caller;
}

async function makeTenant(): Promise<Tenant> {
  const account = await makeAccount(suite.owner);
  return { account, caller: callAs(suite, account) };
}

/** Imports a lead for each age in days, each from a different person, and returns their IDs, newest first. */
async function importOld({ account, caller }: Tenant, ages: readonly number[]): Promise<string[]> {
  const rows = ages.map((age) => ({ email: newEmail(), received_at: daysAgo(age).toISOString() }));
  await importFileInProcess(caller, pool, account.accountId, toCsv(rows));
  return listIds(caller, '?limit=100');
}

const setRetention = (caller: Caller, days: number | null): Promise<unknown> =>
  caller('/api/retention', { days }, { method: 'PUT' });

const auditEntriesOf = async (caller: Caller): Promise<Record<string, unknown>[]> =>
  (await caller('/api/audit?limit=100')).body.data.filter(
    ({ action }: { action: string }) => action === 'retention.applied',
  );

const countIn = async (table: string, { account }: Tenant): Promise<number> =>
  Number(
    (await pool.query(`select count(*) from leadline.${table} where account_id = $1`, [account.accountId]))
      .rows[0].count,
  );

test('leads are kept forever unless the account sets a retention period', async () => {
  const tenant = await makeTenant();
  expect((await tenant.caller('/api/retention')).body.data).toEqual({ days: null });
  const ids = await importOld(tenant, [1, 400, 9_000]);
  expect(ids).toHaveLength(3);
  await runMaintenanceNow();
  expect(await listIds(tenant.caller, '')).toEqual(ids);
  expect(await auditEntriesOf(tenant.caller)).toEqual([]);
});

test('leads older than the retention period are deleted and newer ones kept, to the day', async () => {
  const tenant = await makeTenant();
  const ids = await importOld(tenant, [1, 29.9, 30.1, 31, 400, 9_000]);
  await setRetention(tenant.caller, 30);
  expect((await tenant.caller('/api/retention')).body.data).toEqual({ days: 30 });
  await runMaintenanceNow();
  expect(await listIds(tenant.caller, '')).toEqual(ids.slice(0, 2));
  expect(await countIn('contacts', tenant)).toBe(2);
  expect(await auditEntriesOf(tenant.caller)).toMatchObject([
    { actor: 'worker', subject: `acct_${tenant.account.accountId}`, details: { leads: 4 } },
  ]);
  // The second run has nothing to do.
  await runMaintenanceNow();
  expect(await auditEntriesOf(tenant.caller)).toHaveLength(1);
  // A day later, the next lead expires.
  await runMaintenanceNow(new Date(Date.now() + DAY_MS));
  expect(await listIds(tenant.caller, '')).toEqual(ids.slice(0, 1));
});

test('retention deletes everything that belongs to an old lead, but nothing of newer leads', async () => {
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
  await setRetention(tenant.caller, 30);
  await runMaintenanceNow();
  expect(await listIds(tenant.caller, `?q=${email}`)).toEqual([fresh]);
  expect(await countIn('contacts', tenant)).toBe(1);
  expect(await countIn('outcomes', tenant)).toBe(1);
  expect(await countIn('deliveries', tenant)).toBe(1);
  const { leads } = (await tenant.caller(`/api/people?email=${email}`)).body.data;
  expect(leads).toMatchObject([{ lead_id: fresh }]);
});

test('retention deletes many leads in steps, so that nothing waits long for the account', async () => {
  const tenant = await makeTenant();
  await importOld(
    tenant,
    Array.from({ length: 450 }, (_, place) => 100 + place),
  );
  await setRetention(tenant.caller, 30);
  await runMaintenanceNow();
  expect(await countIn('leads', tenant)).toBe(0);
  expect(await countIn('contacts', tenant)).toBe(0);
  expect((await auditEntriesOf(tenant.caller)).map(({ details }) => details)).toEqual([
    { leads: 50 },
    { leads: 200 },
    { leads: 200 },
  ]);
});

test('an account with many old leads does not hold up the others', async () => {
  const [large, small] = [await makeTenant(), await makeTenant()];
  await importOld(
    large,
    Array.from({ length: 450 }, () => 100),
  );
  await importOld(small, [100]);
  for (const { caller } of [large, small]) await setRetention(caller, 30);
  await runMaintenanceNow();
  expect(await countIn('leads', large)).toBe(0);
  const appliedAt = async ({ caller }: Tenant): Promise<number[]> =>
    (await auditEntriesOf(caller)).map(({ at }) => Date.parse(String(at))).toSorted((a, b) => a - b);
  const [, secondStep = 0] = await appliedAt(large);
  expect((await appliedAt(small))[0]).toBeLessThan(secondStep);
});

test('a worker that is shutting down leaves the remaining old leads for later', async () => {
  const tenant = await makeTenant();
  await importOld(tenant, [100]);
  await setRetention(tenant.caller, 30);
  await runMaintenance(worker, new Date(), AbortSignal.abort());
  expect(await countIn('leads', tenant)).toBe(1);
});

test('retention affects neither other accounts nor the test leads of the account', async () => {
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
  const file = toCsv([{ email: newEmail(), received_at: daysAgo(5).toISOString() }]);
  await importFileInProcess(twin, pool, fromUuid(twinId), file);
  await setRetention(tenant.caller, 3);
  await setRetention(other.caller, 99);
  await runMaintenanceNow();
  expect(await listIds(tenant.caller, '')).toEqual([]);
  expect(await listIds(other.caller, '')).toEqual(ids.slice(0, 1));
  expect(await listIds(twin, '')).toHaveLength(1);
  expect((await twin('/api/retention')).body.data).toEqual({ days: 7 }); // the default for test leads
});

test('removing the retention period keeps all remaining leads', async () => {
  const tenant = await makeTenant();
  const ids = await importOld(tenant, [100]);
  await setRetention(tenant.caller, 30);
  await setRetention(tenant.caller, null);
  expect((await tenant.caller('/api/retention')).body.data).toEqual({ days: null });
  await runMaintenanceNow();
  expect(await listIds(tenant.caller, '')).toEqual(ids);
});

test('retention does not restore the allowance', async () => {
  const tenant = await makeTenant();
  await importOld(tenant, [100, 200]);
  await setRetention(tenant.caller, 30);
  await runMaintenanceNow();
  expect((await tenant.caller('/api/usage')).body.data).toMatchObject({ used: 2 });
});

test('leads that arrive while retention runs are stored', async () => {
  const tenant = await makeTenant();
  await importOld(
    tenant,
    Array.from({ length: 600 }, () => 100),
  );
  await setRetention(tenant.caller, 30);
  const [, ...stored] = await Promise.all([
    runMaintenanceNow(),
    ...Array.from({ length: 30 }, () => storeLead(tenant.caller, makeLead({ email: newEmail(), phone: '' }))),
  ]);
  expect((await listIds(tenant.caller, '?limit=100')).toSorted()).toEqual(stored.toSorted());
});

test.each([0, -1, 36_501, 1.5, 'week', undefined])(
  'a retention period of %j days is rejected',
  async (days) => {
    expectError(await suite.call('/api/retention', { days }, { method: 'PUT' }), 'invalid_input', 'days');
  },
);
