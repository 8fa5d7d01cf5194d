// What the database allows the roles of the API and the worker, whatever SQL they send.

import { makeAccount } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { makeLeadToWrite } from '@leadline/testkit/leads/lead-to-write';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { LeadWriter } from '../../../src/leads/intake/lead-writer.ts';
import { makeId } from '../../../src/platform/base/ids.ts';
import { asOperator, enterAccount } from '../../../src/platform/db/account-scope.ts';
import { openDatabase } from '../../../src/platform/db/database.ts';
import { openInstallation } from '../../../src/platform/db/installation.ts';
import { openPool } from '../../../src/platform/db/pool.ts';
import { recordOutcome } from '../../support/leads-of-account.ts';

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
       and t.attname = 'account_id' and c.relname not in (
         'api_keys', 'members', 'former_members', 'invitations', 'directory_changes', 'account_moves') order by 1`,
  );
  tables = rows.map(({ name }) => name);
  a = await makeFilledAccount();
  b = await makeFilledAccount();
});
async function makeFilledAccount(): Promise<typeof a> {
  const api = openPool(url, { size: 1, role: 'leadline_api' });
  const { accountId } = await makeAccount(openInstallation(owner));
  const lead = makeLeadToWrite(accountId, { contact: { email: 'ana@example.org' } });
  await new LeadWriter(api).write(lead);
  const won = { outcome: 'won', at: new Date(), amount: null, reason: null } as const;
  await recordOutcome(openDatabase(api), accountId, lead.leadId, won);
  await api.end();
  const [endpointId, importId] = [makeId(), makeId()];
  for (const [text, ...values] of [
    [
      `insert into leadline.webhook_endpoints (account_id, id, description, format, events, min_grade, sealed)
       values ($1, $2, '', 'standard', '{lead.scored}', 'Spam', '')`,
      endpointId,
    ],
    [
      `insert into leadline.deliveries (account_id, endpoint_id, event_id, event, lead_id)
       values ($1, $2, $3, 'lead.scored', $3)`,
      endpointId,
      lead.leadId,
    ],
    [
      `insert into leadline.imports (account_id, id, status, file_name) values ($1, $2, 'finished', '')`,
      importId,
    ],
    [`insert into leadline.import_chunks values ($1, $2, 0, '')`, importId],
    [`insert into leadline.import_refusals values ($1, $2, 1, '', '{}')`, importId],
    [`insert into leadline.import_rows values ($1, $2, gen_random_uuid())`, importId],
    [`insert into leadline.retention values ($1, 365)`],
    [`insert into leadline.views values ($1, $2, '', '')`, makeId()],
    [`insert into leadline.received values ($1, $2, '', '', '', false, 200, null, null)`, makeId()],
    [
      `insert into leadline.activities (account_id, lead_id, kind, actor, data) values ($1, $2, 'note', '', '{}')`,
      lead.leadId,
    ],
    [`insert into leadline.profiles (account_id) values ($1)`],
    [`insert into leadline.search_texts values ($1, $2, '', '')`, lead.leadId],
    [
      `insert into leadline.alert_choices (account_id, user_id, email_assigned, browser_assigned, hours, opens_at, closes_at)
       values ($1, $2, true, true, 'always', '09:00', '17:00')`,
      makeId(),
    ],
    [
      `insert into leadline.alerts (account_id, lead_id, user_id, in_browser) values ($1, $2, $3, false)`,
      lead.leadId,
      makeId(),
    ],
    [`insert into leadline.alert_emails (account_id, user_id, kind) values ($1, $2, 'test')`, makeId()],
    [`insert into leadline.routing values ($1, 1, '[]')`],
    [`insert into leadline.lead_sums (account_id, from_id, to_id) values ($1, $2, $2)`, lead.leadId],
    [`insert into leadline.lead_watchers values ($1, 'routing', 'Cold')`],
    [
      `insert into leadline.settings_versions (account_id, version, changes, note, actor)
       values ($1, 1, '{}', '', 'operator')`,
    ],
    [`insert into leadline.settings_drafts values ($1, 1, 1, '{}', 'operator', now())`],
    [
      `insert into leadline.settings_jobs (account_id, id, kind, status, version, actor)
       values ($1, $2, 'backtest', 'finished', 1, 'operator')`,
      makeId(),
    ],
    [
      `insert into leadline.trained_models (account_id, id, outcomes, won, verdict, report)
       values ($1, $2, 0, 0, '{}', '{}')`,
      makeId(),
    ],
    [
      `insert into leadline.model_versions (account_id, version, mode, point_limit, reason, actor)
       values ($1, 1, 'advisory', 30, '', 'operator')`,
    ],
    [
      `insert into leadline.drifts (account_id, id, kind, figures, since, status, raised_at)
       values ($1, $2, 'win_rate', '{}', now(), 'open', now())`,
      makeId(),
    ],
    [
      `insert into leadline.crm_connections (account_id, id, vendor, sealed, min_grade, mapping)
       values ($1, $2, 'odoo', '', 'Cold', '{}')`,
      makeId(),
    ],
    [
      `insert into leadline.crm_records (account_id, record_id, lead_id, written) values ($1, '1', $2, '{}')`,
      lead.leadId,
    ],
    [
      `insert into leadline.crm_deals (account_id, deal_id, lead_id, outcome, closed_at) values ($1, '1', $2, 'won', now())`,
      lead.leadId,
    ],
    [`insert into leadline.crm_queue (account_id, lead_id) values ($1, $2)`, lead.leadId],
    [
      `insert into leadline.crm_runs (account_id, id, kind, status, is_asked)
       values ($1, $2, 'sync', 'finished', false)`,
      makeId(),
    ],
    [`insert into leadline.ai_spending values ($1, '2026-11-01', 1, 1, 1, 0.1)`],
  ]) {
    await owner.query(text ?? '', [accountId, ...values]);
  }
  return { accountId, leadId: lead.leadId };
}

const ROLES = ['leadline_api', 'leadline_worker'] as const;

/** As in production: an unprivileged user who acts as the role. */
const loginOf = (role: string): string => `test_${suffix}_${role}`;
const suffix = makeId().slice(-12);
beforeAll(async () => {
  for (const role of ROLES) {
    await owner.query(`create role ${loginOf(role)} login password '${suffix}' in role ${role}`);
  }
});
afterAll(async () => {
  for (const role of ROLES) await owner.query(`drop role ${loginOf(role)}`);
  await owner.end();
});

/** A separate connection for each test. */
function useRole(role: (typeof ROLES)[number]): () => pg.Client {
  let client: pg.Client;
  beforeEach(async () => {
    const address = Object.assign(new URL(url), { username: loginOf(role), password: suffix });
    client = new pg.Client({
      connectionString: address.href,
      options: `-c search_path=leadline -c role=${role}`,
    });
    await client.connect();
  });
  afterEach(() => client.end());
  return () => client;
}

const accountsIn = async (client: pg.Client | pg.Pool, table: string): Promise<string[]> =>
  (
    await client.query<{ id: string }>(`select distinct account_id as id from leadline.${table} order by 1`)
  ).rows.map(({ id }) => id.replaceAll('-', ''));

async function partitions(): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'leadline.leads'::regclass`,
  );
  expect(rows.length).toBeGreaterThan(3);
  return rows.map((row) => row.name);
}

/** Tables with deletable rows, in an order that foreign keys allow. */
const DELETABLE = [
  'contacts',
  'crm_connections',
  'crm_deals',
  'crm_queue',
  'crm_records',
  'crm_runs',
  'requests',
  'outbox',
  'deliveries',
  'import_chunks',
  'import_refusals',
  'imports',
  'webhook_endpoints',
  'retention',
  'received',
  'leads',
];

/** Statements that neither role may run. */
const FORBIDDEN = [
  `insert into leads (account_id, id, person_id, score, grade, source, lead, scored)
     select account_id, gen_random_uuid(), person_id, 1, 'Hot', '', '{}', '{}' from leads`,
  `insert into contacts select * from contacts`,
  `insert into requests select * from requests`,
  `insert into usage values (gen_random_uuid(), now(), 0)`,
  `update leads set account_id = gen_random_uuid()`,
  `update leads set score = 100`,
  `update leads set lead = '{}'`,
  `update leads set scored = '{}'`,
  `update leads set person_id = gen_random_uuid()`,
  `update contacts set person_id = gen_random_uuid()`,
  `update contacts set email = ''`,
  `update requests set lead_id = gen_random_uuid()`,
  `update usage set leads = 0`,
  `update outcomes set amount = 1`,
  `update settings_versions set changes = '{}'`,
  `delete from settings_versions`,
  `update settings_jobs set changes = '{}'`,
  `update trained_models set model = '{}'`,
  `update drifts set figures = '{}'`,
  `update model_versions set mode = 'on'`,
  `delete from model_versions`,
  `delete from usage`,
  `delete from storage`,
  `update plans set storage_bytes = null`,
  `delete from outcomes`,
  `update import_refusals set content = ''`,
  `update received set body = ''`,
  `update import_chunks set bytes = ''`,
  `update audit_log set actor = 'operator'`,
  `delete from audit_log`,
  `truncate audit_log`,
  `truncate leads`,
  `truncate deliveries`,
  `select email from accounts`,
  `select * from accounts`,
  `select a from accounts a`,
  `update accounts set plan = 'unlimited'`,
  `insert into accounts values (gen_random_uuid(), 'x@example.org', 'unlimited')`,
  `delete from accounts`,
  `update plans set monthly_leads = null`,
  `insert into plans values ('mine', null, 1)`,
  `update api_keys set account_id = gen_random_uuid()`,
  `update api_keys set expires_at = null`,
  `update api_keys set scope = 'api'`,
  `delete from api_keys`,
  `insert into api_keys (key_hash, id, account_id, name, hint) values ('', gen_random_uuid(), gen_random_uuid(), '', '')`,
  `select two_factor_enabled from users`,
  `update users set email = ''`,
  `select password from credentials`,
  `select token from sessions`,
  `select secret from two_factors`,
  `select identifier from verifications`,
  `select id from members`,
  `update members set role = 'owner'`,
  `select email from former_members`,
  `select email from invitations`,
  `select attempts from sign_in_attempts`,
  `delete from migrations`,
  `delete from function_versions`,
  `select * from applied_functions`,
  `create table leadline.mine ()`,
  `create table leadline_jobs.mine ()`,
  `create table public.mine ()`,
  `create schema mine`,
  `drop table leads`,
  `alter table leads add column mine text`,
  `alter table leads disable row level security`,
  `alter table audit_log disable row level security`,
  `drop policy own_account on leads`,
  `create policy mine on leads using (true)`,
  `create trigger mine before insert on leads execute function suppress_redundant_updates_trigger()`,
  `create or replace function leadline.named_account() returns uuid language sql as 'select null::uuid'`,
  `set role leadline_writer`,
  `set role leadline_owner`,
  `set session authorization leadline_writer`,
  `grant leadline_writer to leadline_api`,
  `alter role leadline_api bypassrls`,
  `alter role leadline_worker bypassrls`,
  `select pg_read_file('postgresql.conf')`,
  `select pg_ls_dir('.')`,
  `select rolpassword from pg_authid`,
  `copy (select 1) to program 'true'`,
  `copy leads to '/tmp/leads'`,
  `select lo_import('/etc/hostname')`,
  `alter system set log_statement = 'all'`,
  `select pg_reload_conf()`,
];

describe('the API’s role', () => {
  const api = useRole('leadline_api');
  const name = (accountId: string): Promise<unknown> =>
    api().query(`select set_config('leadline.account', $1, false)`, [accountId]);

  test('is tested with tables that contain rows of both accounts', async () => {
    expect(tables).toEqual([
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
    for (const table of tables) {
      expect(await accountsIn(owner, table), table).toEqual(
        expect.arrayContaining([a.accountId, b.accountId]),
      );
    }
  });

  /** Only the worker reads these. */
  const readable = () => tables.filter((table) => table !== 'search_queue' && table !== 'import_rows');

  test('sees no rows before an account is set', async () => {
    for (const table of readable()) expect(await accountsIn(api(), table), table).toEqual([]);
    await name('');
    for (const table of readable()) expect(await accountsIn(api(), table), table).toEqual([]);
  });

  test('sees no rows when the account does not exist', async () => {
    await name(makeId());
    for (const table of readable()) expect(await accountsIn(api(), table), table).toEqual([]);
    await name(`${a.accountId}' or true --`);
    for (const table of readable()) await expect(accountsIn(api(), table), table).rejects.toThrow(/uuid/);
  });

  test('sees only rows of the account that is set', async () => {
    for (const { accountId } of [a, b]) {
      await name(accountId);
      for (const table of readable()) expect(await accountsIn(api(), table), table).toEqual([accountId]);
    }
  });

  test('learns the names of people who are or were in the account that is set, and of no others', async () => {
    const [present, former] = [makeId(), makeId()];
    for (const id of [present, former])
      await owner.query(
        `insert into leadline.users (id, name, email, email_verified) values ($1, 'Bo', $2, true)`,
        [id, `${id}@example.org`],
      );
    await owner.query(
      `insert into leadline.members (id, account_id, user_id, role) values (uuidv7(), $1, $2, 'rep')`,
      [b.accountId, present],
    );
    await owner.query(
      `insert into leadline.former_members (account_id, user_id, name, email) values ($1, $2, 'Bo', '')`,
      [b.accountId, former],
    );
    const invitationId = makeId();
    await owner.query(
      `insert into leadline.invitations (id, account_id, email, role, status, inviter_id, expires_at)
       values ($1, $2, 'di@example.org', 'rep', 'accepted', $3, now())`,
      [invitationId, b.accountId, present],
    );
    const askAs = async (accountId: string): Promise<unknown[]> => {
      await name(accountId);
      const asked = [[present, former], [invitationId.slice(0, 16)]];
      const { rows } = await api().query(
        'select id, is_former from names_of($1, $2) order by is_former, id',
        asked,
      );
      return rows;
    };
    expect(await askAs(a.accountId)).toEqual([]);
    expect(await askAs(b.accountId)).toEqual([
      { id: `inv_${invitationId.slice(0, 16)}`, is_former: false },
      { id: `user_${present}`, is_former: false },
      { id: `user_${former}`, is_former: true },
    ]);
  });

  test('keeps the account for one transaction only, even if it fails', async () => {
    const pool = openPool(url, { size: 1, role: 'leadline_api' });
    const db = openDatabase(pool);
    const count = (): Promise<number> =>
      pool.query('select from leadline.leads').then(({ rowCount }) => rowCount ?? 0);
    expect(
      await enterAccount(db, asOperator(a.accountId), ({ transaction }) =>
        transaction.selectFrom('leads').select('id').execute(),
      ),
    ).toHaveLength(1);
    expect(await count()).toBe(0);
    await expect(
      enterAccount(db, asOperator(a.accountId), () => Promise.reject(new Error('fails'))),
    ).rejects.toThrow('fails');
    expect(await count()).toBe(0);
    await pool.end();
  });

  test('cannot change or delete rows of another account', async () => {
    await name(a.accountId);
    await api().query('begin');
    const touched = async (query: string): Promise<number> =>
      (await api().query(query, query.includes('$1') ? [b.accountId] : [])).rowCount ?? 0;
    expect(await touched(`update leads set outcome = 'lost' where account_id = $1`)).toBe(0);
    expect(await touched(`update deliveries set status = 'pending' where account_id = $1`)).toBe(0);
    expect(await touched(`update webhook_endpoints set disabled_at = now() where account_id = $1`)).toBe(0);
    expect(await touched(`update imports set status = 'queued' where account_id = $1`)).toBe(0);
    expect(await touched(`update import_chunks set import_id = import_id where account_id = $1`)).toBe(0);
    expect(await touched(`update retention set days = 1 where account_id = $1`)).toBe(0);
    for (const table of DELETABLE) {
      expect(await touched(`delete from ${table} where account_id = $1`), table).toBe(0);
    }
    expect(await touched(`update leads set outcome = 'lost'`)).toBe(1);
    for (const table of DELETABLE) expect(await touched(`delete from ${table}`), table).toBe(1);
    await api().query('rollback');
  });

  test('cannot add or move rows to another account', async () => {
    await name(a.accountId);
    for (const insert of [
      `insert into audit_log values ($1, gen_random_uuid(), 'operator', 'key.created', '', '{}')`,
      `insert into outbox (account_id, id, kind) values ($1, gen_random_uuid(), 'import')`,
      `insert into imports (account_id, id, status, file_name) values ($1, gen_random_uuid(), 'ready', '')`,
      `insert into import_chunks select $1, id, 1, '' from imports`,
      `insert into webhook_endpoints (account_id, id, description, format, events, min_grade, sealed)
         values ($1, gen_random_uuid(), '', 'slack', '{}', 'Hot', '')`,
      `insert into received values ($1, gen_random_uuid(), '', '', '', false, 200, null, null)`,
      `insert into retention values ($1, 1) on conflict (account_id) do update set days = 1`,
      `insert into ai_spending values ($1, '2026-11-01', 1, 1, 1, 0)`,
      `update ai_spending set account_id = $1`,
      `update webhook_endpoints set account_id = $1`,
      `update imports set account_id = $1`,
      `update retention set account_id = $1`,
    ]) {
      await expect(api().query(insert, [b.accountId]), insert).rejects.toThrow(/row-level security/);
    }
  });

  test('cannot lock rows of another account', async () => {
    await name(a.accountId);
    const { rowCount } = await api().query('select from leads where account_id = $1 for update', [
      b.accountId,
    ]);
    expect(rowCount).toBe(0);
  });

  test('cannot record an outcome for another account or for another account’s lead', async () => {
    await name(a.accountId);
    const insert = `insert into outcomes (account_id, lead_id, id, outcome, at) values ($1, $2, $3, 'won', now())`;
    await expect(api().query(insert, [b.accountId, b.leadId, makeId()])).rejects.toThrow(
      /row-level security/,
    );
    await expect(api().query(insert, [a.accountId, b.leadId, makeId()])).rejects.toThrow(/foreign key/);
  });

  test.each([
    ...FORBIDDEN,
    `select email from users`,
    `select role from members`,
    `set role leadline_worker`,
    `insert into deliveries select * from deliveries`,
    `update deliveries set response_excerpt = ''`,
    `update deliveries set data = '{}'`,
    `update outbox set kind = 'import'`,
    `insert into import_refusals select * from import_refusals`,
    `update import_chunks set number = 1`,
    `select * from leadline_jobs.job`,
    `select * from leadline_jobs.queue`,
    `insert into leadline_jobs.job (name) values ('import')`,
    `update leadline_jobs.job set data = '{}'`,
    `delete from leadline_jobs.job`,
    `select leadline_jobs.create_queue('mine', '{}')`,
  ])('may not run: %s', async (statement) => {
    await name(a.accountId);
    await expect(api().query(statement)).rejects.toThrow(/permission denied|must be owner/);
  });

  test('stays restricted to its account with row_security off', async () => {
    await name(a.accountId);
    await api().query('set row_security = off');
    for (const table of readable()) {
      await expect(accountsIn(api(), table), table).rejects.toThrow(/row-level security/);
    }
  });

  test('cannot bypass the policy through a partition', async () => {
    await name(a.accountId);
    for (const partition of await partitions()) {
      await expect(api().query(`select from ${partition}`)).rejects.toThrow(/permission denied/);
      await expect(api().query(`delete from ${partition}`)).rejects.toThrow(/permission denied/);
    }
  });

  test('cannot see statistics about other accounts', async () => {
    await owner.query('analyze leadline.contacts, leadline.leads');
    const { rows } = await api().query(
      `select tablename, attname from pg_stats where schemaname = 'leadline' and tablename in ('contacts', 'leads')`,
    );
    expect(rows).toEqual([]);
  });

  test('cannot make a function read tables it created itself', async () => {
    const { rows } = await owner.query(
      `select proname from pg_proc where pronamespace = 'leadline'::regnamespace and prosecdef
         and not coalesce(proconfig::text like '%search_path=leadline, pg_temp%', false)`,
    );
    expect(rows).toEqual([]);
  });
});

describe('the worker’s role', () => {
  const worker = useRole('leadline_worker');

  test('sees every account in the tables it may read', async () => {
    for (const table of tables.filter(
      (table) =>
        !['usage', 'audit_log', 'ai_spending', 'views', 'lead_watchers', 'settings_drafts'].includes(table),
    )) {
      expect(await accountsIn(worker(), table), table).toEqual(
        expect.arrayContaining([a.accountId, b.accountId]),
      );
    }
  });

  test('may run the statements it needs', async () => {
    await worker().query('begin');
    for (const statement of [
      `select id, plan, test_of from accounts`,
      `select * from plans`,
      `select id, account_id, name, hint, created_at, expires_at, ending from api_keys`,
      `update webhook_endpoints set failing_since = now(), disabled_at = now(), disabled_reason = ''`,
      `update imports set status = 'running'`,
      `insert into import_refusals select account_id, import_id, line + 1, '', '' from import_refusals`,
      `insert into outcomes (account_id, lead_id, id, outcome, at) select account_id, id, gen_random_uuid(), 'won', now() from leads`,
      `insert into audit_log values (gen_random_uuid(), gen_random_uuid(), 'worker', 'retention.applied', '', '{}')`,
      `insert into outbox (account_id, id, kind) values (gen_random_uuid(), gen_random_uuid(), 'import.finished')`,
      `select from outbox for update skip locked`,
      `update leads set outcome = 'won'`,
      `update crm_connections set failures = 1, error = '', next_run_at = now()`,
      `update contacts set leads = leads - 1`,
      `update storage set bytes = 0, leads = 0, counted_at = now()`,
      ...DELETABLE.filter(
        (table) => !['webhook_endpoints', 'retention', 'crm_connections'].includes(table),
      ).map((table) => `delete from ${table}`),
      `select leadline.make_lead_partitions(3)`,
      `select leadline.forget_requests()`,
      `delete from leadline_jobs.job`,
    ]) {
      await expect(worker().query(statement), statement).resolves.toBeDefined();
    }
    await worker().query('rollback');
  });

  test.each([
    ...FORBIDDEN,
    `set role leadline_api`,
    `select * from api_keys`,
    `select key_hash from api_keys`,
    `select sealed from api_keys`,
    `select scope, last_used_at from api_keys`,
    `select sso_token from sessions`,
    `update api_keys set last_used_at = now()`,
    `select * from usage`,
    `select leads from usage`,
    `select * from audit_log`,
    `select created_at from accounts`,
    `insert into webhook_endpoints select * from webhook_endpoints`,
    `update webhook_endpoints set sealed = ''`,
    `update webhook_endpoints set events = '{}'`,
    `delete from webhook_endpoints`,
    `insert into retention values (gen_random_uuid(), 1)`,
    `update retention set days = 1`,
    `delete from retention`,
    `insert into imports select * from imports`,
    `insert into import_chunks select * from import_chunks`,
    `drop table leadline_jobs.job`,
    `alter table leadline_jobs.queue add column mine text`,
    `truncate leadline_jobs.job`,
    `select leadline_jobs.create_queue('mine', '{"policy":"standard","partition":true}')`,
  ])('may not run: %s', async (statement) => {
    await expect(worker().query(statement)).rejects.toThrow(/permission denied|must be owner/);
  });

  test('cannot bypass its grants through a partition of leads', async () => {
    for (const partition of await partitions()) {
      await expect(worker().query(`update ${partition} set score = 1`)).rejects.toThrow(/permission denied/);
      await expect(worker().query(`insert into ${partition} select`)).rejects.toThrow(/permission denied/);
    }
  });
});

describe('all roles', () => {
  test('own no tables, have no rights of other roles and do not bypass row-level security', async () => {
    const { rows } = await owner.query(
      `select rolname, rolcanlogin, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls
       from pg_roles where rolname in ('leadline_api', 'leadline_auth', 'leadline_limited', 'leadline_worker', 'leadline_writer') order by 1`,
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
      { rolname: 'leadline_auth', ...nothing },
      { rolname: 'leadline_limited', ...nothing },
      { rolname: 'leadline_worker', ...nothing },
      { rolname: 'leadline_writer', ...nothing },
    ]);
    const owned = await owner.query(
      `select relname from pg_class where relowner = any ('{leadline_api,leadline_auth,leadline_limited,leadline_worker,leadline_writer}'::regrole[])`,
    );
    expect(owned.rows).toEqual([]);
    const members = await owner.query(
      `select member::regrole::text, roleid::regrole::text as role, inherit_option from pg_auth_members where member = any ('{leadline_api,leadline_auth,leadline_limited,leadline_worker,leadline_writer}'::regrole[])`,
    );
    // The API may only act as a role that can do less.
    expect(members.rows).toEqual([
      { member: 'leadline_api', role: 'leadline_limited', inherit_option: false },
    ]);
  });

  test('include one for sign-in that may not read account data', async () => {
    const client = new pg.Client({ connectionString: url, options: '-c role=leadline_auth' });
    await client.connect();
    for (const table of tables) {
      await expect(client.query(`select from leadline.${table}`), table).rejects.toThrow('permission denied');
    }
    await client.end();
  });

  test.each(['leadline_writer', 'leadline_auth', ...ROLES])('%s cannot log in', async (role) => {
    const address = Object.assign(new URL(inject('postgresUrl')), { username: role, password: 'guessed' });
    const client = new pg.Client({ connectionString: address.href });
    client.on('error', () => {});
    await expect(client.connect()).rejects.toMatchObject({ code: expect.stringMatching(/^28/) });
  });
});
