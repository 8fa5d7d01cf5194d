// Migrating and running as an operator without a superuser would, as on a managed PostgreSQL, with the logins that
// docs/operations.md asks for.

import { Person } from '@leadline/testkit/auth/person';
import { call } from '@leadline/testkit/http/call';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { startTestApi, startTestWorker } from '@leadline/testkit/service/start-in-process';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Logger } from '../../../src/platform/base/log.ts';
import { openPool, type Role } from '../../../src/platform/db/pool.ts';
import { warnOfExcessRoles } from '../../../src/platform/schema/excess-roles.ts';
import { migrate } from '../../../src/platform/schema/migrate.ts';
import { listMigrations } from '../../../src/platform/schema/migrations.ts';
import {
  PASSWORD,
  startUnprivilegedOwner,
  type UnprivilegedOwner,
} from '../../support/unprivileged-owner.ts';

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

describe('logins', () => {
  const withLogin = (name: string, password: string): string =>
    Object.assign(new URL(postgres.urlFor(name)), { password: encodeURIComponent(password) }).href;
  const canConnect = async (url: string, role: Role): Promise<boolean> => {
    const pool = openPool(url, { size: 1, role });
    const works = await pool.query('select 1').then(
      () => true,
      () => false,
    );
    await pool.end();
    return works;
  };

  test('are created with the password in their URL, which a later run changes', async () => {
    for (const password of ['first word: 100%', 'second']) {
      const urls = {
        API_DATABASE_URL: withLogin('made_leads', password),
        AUTH_DATABASE_URL: withLogin('made "sign-in"', password),
        WORKER_DATABASE_URL: withLogin('made_worker', password),
      };
      const { logins } = await migrate(postgres.ownerUrl, { logins: urls });
      expect(logins).toEqual(['made_leads', 'made "sign-in"', 'made_worker']);
      expect(await canConnect(urls.API_DATABASE_URL, 'leadline_api')).toBe(true);
      expect(await canConnect(urls.AUTH_DATABASE_URL, 'leadline_auth')).toBe(true);
      expect(await canConnect(urls.WORKER_DATABASE_URL, 'leadline_worker')).toBe(true);
      expect(await canConnect(urls.API_DATABASE_URL, 'leadline_auth')).toBe(false);
    }
    expect(await canConnect(withLogin('made_leads', 'first word: 100%'), 'leadline_api')).toBe(false);
  });

  test('can’t be the owner or a role, and need a password', async () => {
    const run = (url: string) => migrate(postgres.ownerUrl, { logins: { API_DATABASE_URL: url } });
    await expect(run(postgres.ownerUrl)).rejects.toThrow('API_DATABASE_URL must not use');
    await expect(run(withLogin('leadline_writer', 'x'))).rejects.toThrow('must not use "leadline_writer"');
    await expect(run(withLogin('made_leads', ''))).rejects.toThrow('must have a user and a password');
  });
});

test('waits for a table in use without making others wait behind it', { timeout: 30_000 }, async () => {
  const other = openPool(postgres.ownerUrl, { size: 1 });
  const client = await other.connect();
  await client.query('begin; lock table leadline.applied_functions in access exclusive mode');
  let retries = 0;
  const migrated = await migrate(postgres.ownerUrl, {
    onRetry: () => {
      if (++retries === 1) void client.query('rollback');
    },
  });
  expect(retries).toBe(1);
  expect(migrated.migrations).toEqual([]);
  client.release();
  await other.end();
});

test('a connection that doesn’t get its role is refused', async () => {
  // As through a pooler that ignores startup options.
  await owner.query(`create role astray login password '${PASSWORD}' in role leadline_api`);
  const pool = openPool(postgres.urlFor('astray'), { size: 1, role: 'leadline_api' });
  pool.options.options = '-c search_path=leadline';
  await expect(pool.query('select 1')).rejects.toThrow(/as "astray" instead of "leadline_api"/);
  await pool.end();
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
  const link = await api.createSetupLink();
  await ana.signUp(link?.split('#setup=')[1]);
  await ana.call('/api/accounts', { name: 'Acme' });
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
