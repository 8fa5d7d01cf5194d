// Migrating as an operator without a superuser would, as on a managed PostgreSQL.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call } from '@leadline/testkit/http/call';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { startTestApi, startTestWorker } from '@leadline/testkit/service/start-in-process';
import { expect, test } from 'vitest';
import { openInstallation } from '../../src/db/installation.ts';
import { startLocalPostgres } from '../../src/db/local-postgres.ts';
import { openPool } from '../../src/db/pool.ts';
import { migrate } from '../../src/migrate.ts';
import { createAccount } from '../../src/operator/create-account.ts';

test('a database owner without superuser rights can migrate, and API and worker run as users that own nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'leadline-migrate-'));
  const postgres = await startLocalPostgres(folder, { shared_buffers: '16MB' });
  const superuser = openPool(postgres.url, { size: 1 });
  await superuser.query(`create role shop_owner login createrole password 'secret'`);
  await superuser.query('create database shop owner shop_owner');
  await superuser.end();
  const as = (user: string): string =>
    Object.assign(new URL(postgres.url), { username: user, password: 'secret', pathname: 'shop' }).href;
  try {
    expect((await migrate(as('shop_owner'))).migrations).toEqual([
      '0001_store',
      '0002_worker',
      '0003_ai',
      '0004_dashboard',
      '0005_functions',
      '0006_error_codes',
      '0010_setup_tokens',
    ]);
    const owner = openPool(as('shop_owner'), { size: 1 });
    await owner.query('delete from leadline.applied_functions'); // as if every function had changed
    expect((await migrate(as('shop_owner'))).functions).toContain('write_leads');
    await owner.query(`create role shop_api login password 'secret' in role leadline_api, leadline_auth`);
    await owner.query(`create role shop_worker login password 'secret' in role leadline_worker`);
    const db = openInstallation(owner);
    const { liveKey } = await createAccount(db, 'owner@example.org', 'free');
    await db.destroy();
    const worker = await startTestWorker(as('shop_worker'));
    await worker.stop();
    const api = await startTestApi(as('shop_api'));
    expect((await call(api.url, '/api/webhook.php', makeLead(), { key: liveKey })).status).toBe(200);
    expect((await call(api.url, '/readyz')).status).toBe(200);
    expect((await call(api.url, '/api/session')).body.data.sign_up).toBe('first');
    await api.stop();
  } finally {
    await postgres.stop('immediate');
    await rm(folder, { recursive: true, force: true });
  }
});
