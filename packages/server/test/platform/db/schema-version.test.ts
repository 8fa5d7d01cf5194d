// A process notices a database schema that is older than itself.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cloneDatabase, databaseUrlFor } from '@leadline/testkit/database/clone-database';
import { call } from '@leadline/testkit/http/call';
import { expectError } from '@leadline/testkit/http/expect-error';
import { startTestApi, startTestWorker } from '@leadline/testkit/service/start-in-process';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { makeId } from '../../../src/platform/base/ids.ts';
import { openDatabase } from '../../../src/platform/db/database.ts';
import { openPool } from '../../../src/platform/db/pool.ts';
import { migrate } from '../../../src/platform/schema/migrate.ts';
import { SchemaVersion } from '../../../src/platform/schema/schema-version.ts';

const OUTDATED = { code: 'schema_outdated', message: expect.stringContaining('leadline migrate') };

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}

/** Adds what an earlier version of the function's file would have left in the database. */
const forgetFunction = (url: string, name: string): Promise<void> =>
  query(
    url,
    `update leadline.applied_functions set sha256 = 'old' where name = '${name}';
     update leadline.function_versions set sha256 = 'old' where name = '${name}'`,
  );

test('API and worker refuse to start if a migration is missing, and start once it has run', async () => {
  const url = await cloneDatabase();
  await query(url, `update leadline.migrations set name = '0000_other' where name = '0001_schema'`);
  await expect(startTestApi(url)).rejects.toMatchObject(OUTDATED);
  await expect(startTestWorker(url)).rejects.toMatchObject(OUTDATED);
  await query(url, `update leadline.migrations set name = '0001_schema' where name = '0000_other'`);
  const api = await startTestApi(url);
  expect((await call(api.url, '/readyz')).status).toBe(200);
  await api.stop();
  await (await startTestWorker(url)).stop();
});

test('API and worker refuse to start if nothing was migrated', async () => {
  const url = await createDatabase();
  await expect(startTestApi(url)).rejects.toMatchObject(OUTDATED);
  await expect(startTestWorker(url)).rejects.toMatchObject(OUTDATED);
});

test('API and worker refuse to start if a function is older than its file', async () => {
  const url = await cloneDatabase();
  await forgetFunction(url, 'write_leads');
  await expect(startTestApi(url)).rejects.toMatchObject(OUTDATED);
  await expect(startTestWorker(url)).rejects.toMatchObject(OUTDATED);
  await migrate(url);
  await (await startTestApi(url)).stop();
});

test('a process that could not ask at start is not ready until the schema is migrated', async () => {
  const url = await cloneDatabase();
  const unavailable = (isAway: boolean): Promise<void> =>
    query(
      inject('postgresUrl'),
      `alter database "${new URL(url).pathname.slice(1)}" allow_connections ${!isAway}`,
    );
  await forgetFunction(url, 'write_leads');
  await unavailable(true);
  const api = await startTestApi(url);
  expectError(await call(api.url, '/readyz'), 'overloaded');
  await unavailable(false);
  expectError(await call(api.url, '/readyz'), 'schema_outdated');
  await migrate(url);
  expect((await call(api.url, '/readyz')).status).toBe(200);
  await api.stop();
});

test('a newer schema is accepted, so that old processes keep running during an upgrade', async () => {
  const url = await cloneDatabase();
  await query(
    url,
    `insert into leadline.migrations (name, timestamp) values ('9999_newer', now()::text);
     update leadline.applied_functions set sha256 = 'newer' where name = 'write_leads';
     insert into leadline.function_versions (name, sha256) values ('write_leads', 'newer')`,
  );
  await (await startTestApi(url)).stop();
  await (await startTestWorker(url)).stop();
});

test('the database is not asked again once the schema is current', async () => {
  const pool = openPool(await cloneDatabase(), { size: 1, role: 'leadline_api' });
  const schema = new SchemaVersion(openDatabase(pool));
  await schema.requireCurrent();
  await pool.end();
  await schema.requireCurrent();
});

test('the versions in the database are the hashes of the files', async () => {
  const pool = openPool(await cloneDatabase(), { size: 1 });
  const file = await readFile(join(import.meta.dirname, '../../../sql/write_leads.sql'));
  const { rows } = await pool.query(
    `select encode(sha256, 'hex') as hash from leadline.function_versions where name = 'write_leads'`,
  );
  expect(rows).toEqual([{ hash: createHash('sha256').update(file).digest('hex') }]);
  await pool.end();
});

async function createDatabase(): Promise<string> {
  const name = `empty_${makeId()}`;
  await query(inject('postgresUrl'), `create database ${name}`);
  return databaseUrlFor(inject('postgresUrl'), name);
}
