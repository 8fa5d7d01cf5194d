// The schema matches the checked-in file and is account-first, which keeps cells and moves between them simple.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstIdOf } from '../../../src/platform/base/ids.ts';
import { openPool } from '../../../src/platform/db/pool.ts';
import { dumpSchema } from '../../../src/platform/schema/dump-schema.ts';
import { migrate } from '../../../src/platform/schema/migrate.ts';

let url: string;
let pool: pg.Pool;
beforeAll(async () => {
  url = await cloneDatabase();
  pool = openPool(url, { size: 1 });
});
afterAll(() => pool.end());

const names = async (query: string): Promise<string[]> =>
  (await pool.query<[string]>({ text: query, rowMode: 'array' })).rows.map(([name]) => name);

test('schema.sql matches the migrations', async () => {
  expect(await dumpSchema(pool)).toBe(readFileSync(join(import.meta.dirname, '../../../schema.sql'), 'utf8'));
});

test('migrating twice changes nothing', async () => {
  expect(await migrate(url)).toEqual({ migrations: [], functions: [], logins: [] });
});

/** The directory's, and those of the schema itself. */
const DIRECTORY_TABLES = `('plans', 'accounts', 'api_keys', 'migrations', 'migrations_lock', 'applied_functions', 'function_versions', 'users', 'sessions',
  'credentials', 'verifications', 'two_factors', 'members', 'former_members', 'invitations', 'sign_in_attempts', 'security_events', 'known_devices',
  'deleted_accounts', 'setup_tokens', 'cells', 'this_cell', 'directory_changes', 'account_moves')`;
const TENANT_TABLES = `
  select c.oid from pg_class c
  where c.relnamespace = 'leadline'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname not in ${DIRECTORY_TABLES}`;

describe('tables with account data are account-first', () => {
  test('the list of tables is not empty', async () => {
    expect(await names(`select relname from pg_class where oid in (${TENANT_TABLES}) order by 1`)).toEqual([
      'activities',
      'ai_spending',
      'alert_choices',
      'alert_emails',
      'alerts',
      'audit_log',
      'contacts',
      'crm_connections',
      'crm_deals',
      'crm_queue',
      'crm_records',
      'crm_runs',
      'deliveries',
      'drifts',
      'import_chunks',
      'import_refusals',
      'import_rows',
      'imports',
      'lead_sums',
      'lead_watchers',
      'leads',
      'model_versions',
      'outbox',
      'outcomes',
      'profiles',
      'received',
      'requests',
      'retention',
      'routing',
      'search_queue',
      'search_texts',
      'settings_drafts',
      'settings_jobs',
      'settings_versions',
      'storage',
      'trained_models',
      'usage',
      'views',
      'webhook_endpoints',
    ]);
  });

  test('every table has a primary key', async () => {
    const without = `select oid::regclass::text from pg_class c where oid in (${TENANT_TABLES})
      and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p')`;
    expect(await names(without)).toEqual([]);
  });

  test('the account comes first in every primary key, unique constraint and foreign key', async () => {
    const astray = `
      select k.conname from pg_constraint k
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      where k.conrelid in (${TENANT_TABLES}) and k.contype in ('p', 'u', 'f') and a.attname <> 'account_id'`;
    expect(await names(astray)).toEqual([]);
  });

  test('the account comes first in every unique index', async () => {
    const astray = `
      select i.indexrelid::regclass::text from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indrelid in (${TENANT_TABLES}) and i.indisunique and a.attname <> 'account_id'`;
    expect(await names(astray)).toEqual([]);
  });

  test('foreign keys only refer to tables with account data', async () => {
    const astray = `
      select conname from pg_constraint
      where contype = 'f' and (conrelid in (${TENANT_TABLES})) <> (confrelid in (${TENANT_TABLES}))
        and conparentid = 0`;
    expect(await names(astray)).toEqual([]);
  });

  test('there are no triggers', async () => {
    const astray = `
      select tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not tgisinternal and c.relnamespace = 'leadline'::regnamespace
        and (c.oid in (${TENANT_TABLES}) or tgname <> 'tell_cell')`;
    expect(await names(astray)).toEqual([]);
  });

  test('every table has row-level security', async () => {
    expect(
      await names(`select relname from pg_class where oid in (${TENANT_TABLES}) and not relrowsecurity`),
    ).toEqual([]);
  });
});

describe('partitions', () => {
  test('cover everything older and last month to three months ahead, without gaps', async () => {
    const rows = await names(
      `select pg_get_expr(c.relpartbound, c.oid) from pg_class c
       join pg_inherits i on i.inhrelid = c.oid where i.inhparent = 'leadline.leads'::regclass
       and c.relkind = 'r' order by c.relname`,
    );
    const now = new Date();
    const month = (ahead: number): string => {
      const id = firstIdOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead)));
      return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    };
    expect(rows.pop()).toBe(`FOR VALUES FROM (MINVALUE) TO ('${month(-1)}')`);
    expect(rows).toEqual(
      [-1, 0, 1, 2, 3].map((ahead) => `FOR VALUES FROM ('${month(ahead)}') TO ('${month(ahead + 1)}')`),
    );
  });

  test('can be created by the API’s role, which does not own the table', async () => {
    const api = openPool(url, { size: 1, role: 'leadline_api' });
    const { rows } = await api.query('select leadline.make_lead_partitions(5) as made');
    expect(rows).toEqual([{ made: 2 }]);
    await expect(api.query('create table leadline.mine ()')).rejects.toThrow(/permission denied/);
    await expect(api.query('drop table leadline.leads')).rejects.toThrow(/must be owner/);
    await expect(
      api.query('insert into leadline.usage values (gen_random_uuid(), now(), 1)'),
    ).rejects.toThrow(/permission denied/);
    await expect(api.query('select email from leadline.accounts')).rejects.toThrow(/permission denied/);
    await api.end();
  });
});
