// Online migrations and the plan of a migration, on a database with leads.

import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPool } from '../../../src/platform/db/pool.ts';
import { migrate } from '../../../src/platform/schema/migrate.ts';
import { MIGRATIONS_FOLDER } from '../../../src/platform/schema/migrations.ts';
import { planMigration } from '../../../src/platform/schema/plan-migration.ts';

const LEAD = `insert into leadline.leads (account_id, id, person_id, score, grade, source, lead, scored)
  values (gen_random_uuid(), uuidv7(), uuidv7(), 50, 'Warm', 'web', '{}', '{}')`;
const INDEX = '-- online\ncreate index concurrently leads_by_note on leadline.leads (account_id, note);';

let folder: string;
let url: string;
let owner: pg.Pool;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leadline-migrations-'));
  await cp(MIGRATIONS_FOLDER, folder, { recursive: true });
  url = await cloneDatabase();
  owner = openPool(url, { size: 3 });
  await owner.query(LEAD);
});
afterEach(async () => {
  await owner.end();
  await rm(folder, { recursive: true, force: true });
});

const add = (name: string, text: string): Promise<void> => writeFile(join(folder, `${name}.sql`), text);
const run = () => migrate(url, { migrationsFolder: folder });

/** Of the index of the parent, which needs one in each partition. */
const isValid = async (name: string): Promise<boolean | undefined> =>
  (
    await owner.query(`select indisvalid from pg_index where indexrelid = to_regclass($1)`, [
      `leadline.${name}`,
    ])
  ).rows[0]?.indisvalid;

test('an index on leads is built while leads are written, and a new partition has it too', async () => {
  await add('0101_note', 'alter table leadline.leads add column note text;');
  await add('0102_index', INDEX);
  await add('0103_more', 'alter table leadline.leads add column more text;');
  let written = 0;
  let isDone = false;
  const writing = (async () => {
    while (!isDone) {
      await owner.query(LEAD);
      written++;
    }
  })();
  expect((await run()).migrations).toEqual(['0101_note', '0102_index', '0103_more']);
  isDone = true;
  await writing;
  expect(written).toBeGreaterThan(0);
  expect(await isValid('leads_by_note')).toBe(true);
  expect((await run()).migrations).toEqual([]);
  await owner.query('select leadline.make_lead_partitions(12)');
  expect(await isValid('leads_by_note')).toBe(true);
});

test('an index that was left half-built is built again', async () => {
  await add('0101_note', 'alter table leadline.leads add column note text;');
  await run();
  await owner.query('create index leads_by_note on only leadline.leads (account_id, note)');
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relname ~ '^leads_\\d{4}_\\d{2}$' order by 1 limit 1`,
  );
  const part = `${rows[0]?.name}_leads_by_note`;
  await owner.query(`create index ${part} on leadline.${rows[0]?.name} (account_id, note)`);
  await owner.query(`update pg_index set indisvalid = false where indexrelid = 'leadline.${part}'::regclass`);
  await add('0102_index', INDEX);
  expect((await run()).migrations).toEqual(['0102_index']);
  expect(await isValid(part)).toBe(true);
  expect(await isValid('leads_by_note')).toBe(true);
});

test('an index is built although a transaction is open for longer than the lock timeout', {
  timeout: 30_000,
}, async () => {
  await add('0101_index', '-- online\ncreate index concurrently keys_by_name on leadline.api_keys (name);');
  const client = await owner.connect();
  await client.query('begin isolation level repeatable read; select count(*) from leadline.leads');
  const committing = sleep(4_000).then(() => client.query('commit'));
  const started = performance.now();
  await run();
  expect(performance.now() - started).toBeGreaterThan(3_500);
  await committing;
  client.release();
  expect(await isValid('keys_by_name')).toBe(true);
});

test('a step that fails keeps what was done before it, and the next run goes on', async () => {
  await add('0101_note', 'alter table leadline.leads add column note text;');
  await add('0102_index', INDEX.replace('note)', 'nothing)'));
  await expect(run()).rejects.toThrow('"nothing" does not exist');
  await add('0102_index', INDEX);
  expect((await run()).migrations).toEqual(['0102_index']);
});

test('rows are changed in batches that commit, and indexes are dropped', async () => {
  await add(
    '0101_batches',
    `-- online
     do $$ begin update leadline.plans set monthly_leads = 7 where name = 'free'; commit; end $$;
     drop index concurrently leadline.leads_by_source;
     drop index concurrently leadline.api_keys_by_account;`,
  );
  await run();
  const { rows } = await owner.query(`select monthly_leads as leads from leadline.plans where name = 'free'`);
  expect(rows).toEqual([{ leads: 7 }]);
  expect(await isValid('leads_by_source')).toBeUndefined();
  expect(await isValid('api_keys_by_account')).toBeUndefined();
});

test('the plan says what will happen, and changes nothing', async () => {
  expect(await planMigration(url, folder)).toEqual({ migrations: [], functions: [] });
  await add('0101_note', 'create table leadline.notes (id uuid references leadline.accounts (id));');
  await add('0102_index', INDEX);
  expect(await planMigration(url, folder)).toEqual({
    migrations: [
      { name: '0101_note', isOnline: false },
      { name: '0102_index', isOnline: true },
    ],
    functions: [],
  });
  const { rows } = await owner.query(`select to_regclass('leadline.notes') as notes`);
  expect(rows).toEqual([{ notes: null }]);
});
