// Migrating and running as an operator without a superuser would, as on a managed PostgreSQL, with the logins that
// docs/operations.md asks for.

import { Person } from '@leadline/testkit/auth/person';
import { call } from '@leadline/testkit/http/call';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { startTestApi, startTestWorker } from '@leadline/testkit/service/start-in-process';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Logger } from '../../src/base/log.ts';
import { warnOfExcessRoles } from '../../src/db/excess-roles.ts';
import { listMigrations } from '../../src/db/migrations.ts';
import { openPool } from '../../src/db/pool.ts';
import { migrate } from '../../src/migrate.ts';
import { PASSWORD, startUnprivilegedOwner, type UnprivilegedOwner } from '../support/unprivileged-owner.ts';

let postgres: UnprivilegedOwner;
let owner: pg.Pool;
beforeAll(async () => {
  postgres = await startUnprivilegedOwner();
  expect((await migrate(postgres.ownerUrl)).migrations).toEqual(await listMigrations());
  owner = openPool(postgres.ownerUrl, { size: 1 });
  for (const [login, role] of [
    ['shop_leads', 'leadline_api'],
    ['shop_sign_in', 'leadline_auth'],
    ['shop_worker', 'leadline_worker'],
    ['shop_both', 'leadline_api, leadline_auth'],
  ]) {
    await owner.query(`create role ${login} login password '${PASSWORD}' in role ${role}`);
  }
});
afterAll(async () => {
  await owner.end();
  await postgres.stop();
});

test('a database owner without superuser rights can replace every function', async () => {
  await owner.query('delete from leadline.applied_functions'); // as if every function had changed
  expect((await migrate(postgres.ownerUrl)).functions).toContain('write_leads');
});

test('people sign up and send leads through an API with separate logins, next to a worker with its own', async () => {
  const worker = await startTestWorker(postgres.urlFor('shop_worker'));
  const api = await startTestApi(postgres.urlFor('shop_leads'), {
    authDatabaseUrl: postgres.urlFor('shop_sign_in'),
    mail: 'print',
  });
  expect((await call(api.url, '/readyz')).status).toBe(200);
  const ana = new Person(() => api.url, 'ana@example.org');
  await ana.createAccount();
  const { body } = await ana.call('/api/keys', { name: 'Website' });
  const sent = await call(api.url, '/api/webhook.php', makeLead(), { key: body.data.key });
  expect(sent.status).toBe(200);
  await ana.call('/api/auth/sign-out', {});
  expect((await ana.call('/api/leads')).status).toBe(401);
  expect((await ana.signIn()).status).toBe(200);
  await ana.call('/api/session'); // chooses the account
  expect((await ana.call('/api/leads')).body.data).toHaveLength(1);
  await api.stop();
  await worker.stop();
});

test('one login for leads and sign-in still works, for development', async () => {
  const api = await startTestApi(postgres.urlFor('shop_both'));
  expect((await call(api.url, '/readyz')).status).toBe(200);
  expect((await call(api.url, '/api/session')).status).toBe(200);
  await api.stop();
});

/** Runs each statement on the same new connection. Returns the error code of the last one, or null. */
async function codeOf(
  login: string,
  role: 'leadline_api' | 'leadline_auth' | 'leadline_worker',
  ...statements: readonly string[]
): Promise<string | null> {
  const pool = openPool(postgres.urlFor(login), { size: 1, role });
  try {
    for (const statement of statements) await pool.query(statement);
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    await pool.end();
  }
}

const FORBIDDEN = '42501';
const ROLES = ['leadline_api', 'leadline_auth', 'leadline_worker', 'leadline_writer', 'shop_owner'];

describe.each([
  ['leads', 'shop_leads', 'leadline_api', 'select password from leadline.credentials'],
  ['leads', 'shop_leads', 'leadline_api', 'select secret from leadline.two_factors'],
  ['leads', 'shop_leads', 'leadline_api', 'select from leadline_jobs.job'],
  ['sign-in', 'shop_sign_in', 'leadline_auth', 'select lead from leadline.leads'],
  ['sign-in', 'shop_sign_in', 'leadline_auth', 'select body from leadline.received'],
  ['sign-in', 'shop_sign_in', 'leadline_auth', 'select from leadline.audit_log'],
  ['sign-in', 'shop_sign_in', 'leadline_auth', 'select from leadline_jobs.job'],
  ['worker', 'shop_worker', 'leadline_worker', 'select password from leadline.credentials'],
  ['worker', 'shop_worker', 'leadline_worker', 'select key_hash from leadline.api_keys'],
] as const)('the %s login', (_name, login, role, statement) => {
  test(`may not run "${statement}", even after giving up its role`, async () => {
    expect(await codeOf(login, role, statement)).toBe(FORBIDDEN);
    expect(await codeOf(login, role, 'set role none', statement)).toBe(FORBIDDEN);
    expect(await codeOf(login, role, 'reset role', statement)).toBe(FORBIDDEN);
  });
});

test.each([
  ['shop_leads', 'leadline_api'],
  ['shop_sign_in', 'leadline_auth'],
  ['shop_worker', 'leadline_worker'],
] as const)('%s cannot act as any role but %s', async (login, role) => {
  for (const other of ROLES.filter((name) => name !== role)) {
    expect(await codeOf(login, role, `set role ${other}`), other).toBe(FORBIDDEN);
  }
});

test('the API warns at start about logins that can act as more roles than they need', async () => {
  const warned = await warningsOf('shop_both', 'shop_sign_in');
  expect(warned).toEqual([{ variable: 'DATABASE_URL', roles: ['leadline_auth'] }]);
  expect(await warningsOf('shop_leads', 'shop_sign_in')).toEqual([]);
});

async function warningsOf(login: string, authLogin: string): Promise<unknown[]> {
  const lines: unknown[] = [];
  const logger = { warn: ({ variable, roles }: Record<string, unknown>) => lines.push({ variable, roles }) };
  const pools = [
    openPool(postgres.urlFor(login), { size: 1 }),
    openPool(postgres.urlFor(authLogin), { size: 1 }),
  ];
  const [leads, signIn] = pools as [pg.Pool, pg.Pool];
  await warnOfExcessRoles('DATABASE_URL', leads, 'leadline_api', logger as unknown as Logger);
  await warnOfExcessRoles('AUTH_DATABASE_URL', signIn, 'leadline_auth', logger as unknown as Logger);
  await Promise.all(pools.map((pool) => pool.end()));
  return lines;
}
