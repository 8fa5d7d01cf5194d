// What the database itself lets the API's role do, whatever SQL it is brought to send.

import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { asAccount, openDatabase } from '../src/db/database.ts';
import { openPool } from '../src/db/pool.ts';
import { makeId } from '../src/ids.ts';
import { LeadWriter } from '../src/leads/lead-writer.ts';
import { recordOutcome } from '../src/leads/record-outcome.ts';
import { cloneDatabase, makeAccount } from './support/database.ts';
import { makeLeadToWrite } from './support/lead-to-write.ts';

let url: string;
let owner: pg.Pool;
let tables: readonly string[];
let a: { readonly accountId: string; readonly leadId: string };
let b: typeof a;

beforeAll(async () => {
  url = await cloneDatabase();
  owner = openPool(url, { size: 1 });
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute t on t.attrelid = c.oid
     where c.relnamespace = 'leadline'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and t.attname = 'account_id' and c.relname <> 'api_keys' order by 1`,
  );
  tables = rows.map(({ name }) => name);
  a = await makeFilledAccount();
  b = await makeFilledAccount();
});
async function makeFilledAccount(): Promise<typeof a> {
  const api = openPool(url, { size: 1, role: 'leadline_api' });
  const { accountId } = await makeAccount(openDatabase(owner));
  const lead = makeLeadToWrite(accountId, { contact: { email: 'ana@example.org' } });
  await new LeadWriter(api).write(lead);
  const won = { outcome: 'won', at: new Date(), amount: null, reason: null } as const;
  await recordOutcome(openDatabase(api), accountId, lead.leadId, won);
  await api.end();
  return { accountId, leadId: lead.leadId };
}

/** As in production: a user without rights of its own who acts as the API's role. */
const login = `test_${makeId()}`;
beforeAll(() => owner.query(`create role ${login} login password '${login}' in role leadline_api`));
afterAll(async () => {
  await owner.query(`drop role ${login}`);
  await owner.end();
});

let api: pg.Client;
beforeEach(async () => {
  const address = Object.assign(new URL(url), { username: login, password: login });
  api = new pg.Client({
    connectionString: address.href,
    options: '-c search_path=leadline -c role=leadline_api',
  });
  await api.connect();
});
afterEach(() => api.end());

const name = (accountId: string): Promise<unknown> =>
  api.query(`select set_config('leadline.account', $1, false)`, [accountId]);

const accountsIn = async (client: pg.Client | pg.Pool, table: string): Promise<string[]> =>
  (await client.query<{ id: string }>(`select account_id as id from leadline.${table}`)).rows.map(({ id }) =>
    id.replaceAll('-', ''),
  );

describe('the API’s role', () => {
  test('has tables of accounts to be kept from, and each holds rows of both', async () => {
    expect(tables).toEqual(['contacts', 'leads', 'outcomes', 'requests', 'usage']);
    for (const table of tables) {
      expect((await accountsIn(owner, table)).toSorted(), table).toEqual(
        [a.accountId, b.accountId].toSorted(),
      );
    }
  });

  test('sees no row of any table before it has named an account', async () => {
    for (const table of tables) expect(await accountsIn(api, table), table).toEqual([]);
    await name('');
    for (const table of tables) expect(await accountsIn(api, table), table).toEqual([]);
  });

  test('sees no row when it names an account that is none', async () => {
    await name(makeId());
    for (const table of tables) expect(await accountsIn(api, table), table).toEqual([]);
    await name(`${a.accountId}' or true --`);
    for (const table of tables) await expect(accountsIn(api, table), table).rejects.toThrow(/uuid/);
  });

  test('sees the rows of the account it has named and no others', async () => {
    for (const { accountId } of [a, b]) {
      await name(accountId);
      for (const table of tables) expect(await accountsIn(api, table), table).toEqual([accountId]);
    }
  });

  test('has named an account for one transaction only, also when that fails', async () => {
    const pool = openPool(url, { size: 1, role: 'leadline_api' });
    const db = openDatabase(pool);
    const count = (): Promise<number> =>
      pool.query('select from leadline.leads').then(({ rowCount }) => rowCount ?? 0);
    expect(
      await asAccount(db, a.accountId, (trx) => trx.selectFrom('leads').select('id').execute()),
    ).toHaveLength(1);
    expect(await count()).toBe(0);
    await expect(asAccount(db, a.accountId, () => Promise.reject(new Error('fails')))).rejects.toThrow(
      'fails',
    );
    expect(await count()).toBe(0);
    await pool.end();
  });

  test('changes and deletes nothing of another account', async () => {
    await name(a.accountId);
    await api.query('begin');
    const touched = async (query: string): Promise<number> =>
      (await api.query(query, query.includes('$1') ? [b.accountId] : [])).rowCount ?? 0;
    expect(await touched(`update leads set outcome = 'lost' where account_id = $1`)).toBe(0);
    for (const table of ['leads', 'contacts', 'requests']) {
      expect(await touched(`delete from ${table} where account_id = $1`), table).toBe(0);
    }
    expect(await touched(`update leads set outcome = 'lost'`)).toBe(1);
    expect(await touched('delete from contacts')).toBe(1);
    expect(await touched('delete from requests')).toBe(1);
    expect(await touched('delete from leads')).toBe(1);
    await api.query('rollback');
  });

  test('locks nothing of another account', async () => {
    await name(a.accountId);
    const { rowCount } = await api.query('select from leads where account_id = $1 for update', [b.accountId]);
    expect(rowCount).toBe(0);
  });

  test('cannot record an outcome for another account, nor for its own under another’s lead', async () => {
    await name(a.accountId);
    const insert = `insert into outcomes (account_id, lead_id, id, outcome, at) values ($1, $2, $3, 'won', now())`;
    await expect(api.query(insert, [b.accountId, b.leadId, makeId()])).rejects.toThrow(/row-level security/);
    await expect(api.query(insert, [a.accountId, b.leadId, makeId()])).rejects.toThrow(/foreign key/);
  });

  test.each([
    `insert into leads (account_id, id, person_id, score, grade, source, lead, scored)
       select account_id, gen_random_uuid(), person_id, 1, 'Hot', '', '{}', '{}' from leads`,
    `insert into contacts select * from contacts`,
    `insert into requests select * from requests`,
    `insert into usage values (gen_random_uuid(), now(), 0)`,
    `update leads set account_id = gen_random_uuid()`,
    `update leads set score = 100`,
    `update contacts set person_id = gen_random_uuid()`,
    `update requests set lead_id = gen_random_uuid()`,
    `update usage set leads = 0`,
    `update outcomes set amount = 1`,
    `delete from usage`,
    `delete from outcomes`,
    `truncate leads`,
    `select email from accounts`,
    `select * from accounts`,
    `select a from accounts a`,
    `update accounts set plan = 'unlimited'`,
    `insert into accounts values (gen_random_uuid(), 'x@example.org', 'unlimited')`,
    `update plans set monthly_leads = null`,
    `update api_keys set account_id = gen_random_uuid()`,
    `update api_keys set expires_at = null`,
    `delete from api_keys`,
    `insert into api_keys (key_hash, id, account_id, name, hint) values ('', gen_random_uuid(), gen_random_uuid(), '', '')`,
    `select * from migrations`,
    `create table leadline.mine ()`,
    `create table public.mine ()`,
    `alter table leads disable row level security`,
    `drop policy own_account on leads`,
    `create policy mine on leads using (true)`,
    `create or replace function leadline.named_account() returns uuid language sql as 'select null::uuid'`,
    `set role leadline_writer`,
    `set role leadline_owner`,
    `set session authorization leadline_writer`,
    `grant leadline_writer to leadline_api`,
    `alter role leadline_api bypassrls`,
    `select pg_read_file('postgresql.conf')`,
    `select pg_ls_dir('.')`,
    `select rolpassword from pg_authid`,
    `copy (select 1) to program 'true'`,
    `copy leads to '/tmp/leads'`,
    `select lo_import('/etc/hostname')`,
    `alter system set log_statement = 'all'`,
    `select pg_reload_conf()`,
  ])('may not: %s', async (statement) => {
    await name(a.accountId);
    await expect(api.query(statement)).rejects.toThrow(/permission denied|must be owner/);
  });

  test('is still held to its account with row security switched off', async () => {
    await name(a.accountId);
    await api.query('set row_security = off');
    for (const table of tables) {
      await expect(accountsIn(api, table), table).rejects.toThrow(/row-level security/);
    }
  });

  test('cannot go round the policy through a partition', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'leadline.leads'::regclass`,
    );
    expect(rows.length).toBeGreaterThan(3);
    await name(a.accountId);
    for (const partition of rows) {
      await expect(api.query(`select from ${partition.name}`)).rejects.toThrow(/permission denied/);
      await expect(api.query(`delete from ${partition.name}`)).rejects.toThrow(/permission denied/);
    }
  });

  test('learns nothing of other accounts from statistics', async () => {
    await owner.query('analyze leadline.contacts, leadline.leads');
    const { rows } = await api.query(
      `select tablename, attname from pg_stats where schemaname = 'leadline' and tablename in ('contacts', 'leads')`,
    );
    expect(rows).toEqual([]);
  });

  test('may call these functions of ours and no other', async () => {
    const callableBy = async (role: string): Promise<string[]> =>
      (
        await owner.query<{ name: string }>(
          `select proname as name from pg_proc
           where pronamespace = 'leadline'::regnamespace and has_function_privilege($1, oid, 'execute') order by 1`,
          [role],
        )
      ).rows.map((row) => row.name);
    const harmless = ['first_id_of', 'lock_key', 'named_account'];
    expect(await callableBy('public')).toEqual(harmless);
    expect(await callableBy('leadline_api')).toEqual(
      [...harmless, 'forget_requests', 'lock_account', 'make_lead_partitions', 'write_leads'].toSorted(),
    );
  });

  test('cannot have a function of ours look at tables of its own making', async () => {
    const { rows } = await owner.query(
      `select proname from pg_proc where pronamespace = 'leadline'::regnamespace and prosecdef
         and not coalesce(proconfig::text like '%search_path=leadline, pg_temp%', false)`,
    );
    expect(rows).toEqual([]);
  });
});

describe('both roles', () => {
  test('own no table, are members of nothing and bypass nothing', async () => {
    const { rows } = await owner.query(
      `select rolname, rolcanlogin, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls
       from pg_roles where rolname in ('leadline_api', 'leadline_writer') order by 1`,
    );
    const nothing = {
      rolcanlogin: false,
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      rolbypassrls: false,
    };
    expect(rows).toEqual([
      { rolname: 'leadline_api', ...nothing },
      { rolname: 'leadline_writer', ...nothing },
    ]);
    const owned = await owner.query(
      `select relname from pg_class where relowner in ('leadline_api'::regrole, 'leadline_writer'::regrole)`,
    );
    expect(owned.rows).toEqual([]);
    const members = await owner.query(
      `select from pg_auth_members where member in ('leadline_api'::regrole, 'leadline_writer'::regrole)`,
    );
    expect(members.rowCount).toBe(0);
  });

  test.each(['leadline_writer', 'leadline_api'])('%s cannot log in', async (role) => {
    const address = Object.assign(new URL(inject('postgresUrl')), { username: role, password: 'guessed' });
    const client = new pg.Client({ connectionString: address.href });
    client.on('error', () => {});
    await expect(client.connect()).rejects.toMatchObject({ code: expect.stringMatching(/^28/) });
  });
});
