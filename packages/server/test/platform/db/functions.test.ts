// Functions in sql/ are applied when their file changes, all or nothing with the migrations.

import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cloneDatabase, databaseUrlFor } from '@leadline/testkit/database/clone-database';
import type pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { makeId } from '../../../src/platform/base/ids.ts';
import { openPool } from '../../../src/platform/db/pool.ts';
import { migrate } from '../../../src/platform/schema/migrate.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leadline-functions-'));
  await cp(join(import.meta.dirname, '../../../sql'), folder, { recursive: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const writeGradeRank = (body: string): Promise<void> =>
  writeFile(
    join(folder, 'grade_rank.sql'),
    `create or replace function leadline.grade_rank(grade text) returns integer
     language sql immutable parallel safe as $$ ${body} $$;`,
  );

async function createDatabase(): Promise<string> {
  const name = `empty_${makeId()}`;
  const pool = openPool(inject('postgresUrl'), { size: 1 });
  await pool.query(`create database ${name}`);
  await pool.end();
  return databaseUrlFor(inject('postgresUrl'), name);
}

async function withPool<T>(url: string, run: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = openPool(url, { size: 1 });
  try {
    return await run(pool);
  } finally {
    await pool.end();
  }
}

const query = (url: string, text: string): Promise<unknown[]> =>
  withPool(url, async (pool) => (await pool.query(text)).rows);

test('a changed function file is applied once', async () => {
  const url = await cloneDatabase();
  await writeGradeRank('select 7');
  expect(await migrate(url, { functionsFolder: folder })).toEqual({
    migrations: [],
    functions: ['grade_rank'],
    logins: [],
  });
  expect(await query(url, `select leadline.grade_rank('Hot') as rank`)).toEqual([{ rank: 7 }]);
  expect(await migrate(url, { functionsFolder: folder })).toEqual({
    migrations: [],
    functions: [],
    logins: [],
  });
});

test('a function that a migration dropped is created again although its file is unchanged', async () => {
  const url = await cloneDatabase();
  await query(url, 'drop function leadline.grade_rank');
  expect(await migrate(url)).toEqual({ migrations: [], functions: ['grade_rank'], logins: [] });
});

test('a function without a file is no longer recorded', async () => {
  const url = await cloneDatabase();
  await rm(join(folder, 'grade_rank.sql'));
  await migrate(url, { functionsFolder: folder });
  expect(await query(url, `select from leadline.applied_functions where name = 'grade_rank'`)).toEqual([]);
});

const hasLeads = async (url: string): Promise<boolean> =>
  (await query(url, `select from pg_tables where schemaname = 'leadline' and tablename = 'leads'`)).length >
  0;

test('a function file that fails is reported and rolls back the migrations', async () => {
  const url = await createDatabase();
  await writeFile(join(folder, 'z_broken.sql'), 'create or replace function broken;');
  await expect(migrate(url, { functionsFolder: folder })).rejects.toThrow(/syntax error/);
  expect(await hasLeads(url)).toBe(false);
});

test('a function file that PostgreSQL only warns about is reported and rolls back the migrations', async () => {
  const url = await createDatabase();
  await writeFile(join(folder, 'z_careless.sql'), `do $$ begin raise warning 'nothing was granted'; end $$;`);
  await expect(migrate(url, { functionsFolder: folder })).rejects.toThrow(
    /z_careless\.sql: nothing was granted/,
  );
  expect(await hasLeads(url)).toBe(false);
});

test('two processes that migrate an empty database at the same time both succeed', async () => {
  const url = await createDatabase();
  const results = await Promise.all([migrate(url), migrate(url)]);
  expect(results.map(({ migrations }) => migrations.length > 0).toSorted()).toEqual([false, true]);
});

test('every function of the schema has a file', async () => {
  const url = await cloneDatabase();
  const missing = `select proname from pg_proc where pronamespace = 'leadline'::regnamespace
    and proname not in (select name from leadline.applied_functions)`;
  expect(await query(url, missing)).toEqual([]);
});

test('a lock of an account has to be one that there is', async () => {
  const url = await cloneDatabase();
  await expect(query(url, `select leadline.lock_key(gen_random_uuid(), 'lead')`)).rejects.toThrow(
    'no such lock: lead',
  );
});
