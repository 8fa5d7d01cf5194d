// No caller can see, change or delete data of another account on any route. Tested twice: with the real queries, and with every
// condition on the account removed, so that only row-level security protects the data.

import { setTimeout as sleep } from 'node:timers/promises';
import { makeAccount } from '@leadline/testkit/database/accounts';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { writeXlsx } from '@leadline/testkit/files/write-xlsx';
import { call } from '@leadline/testkit/http/call';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createKey } from '../../src/accounts/keys/create-key.ts';
import { fromUuid, type IdKind, makeId, readId, showId } from '../../src/platform/base/ids.ts';
import { asOperator } from '../../src/platform/db/account-scope.ts';
import { openInstallation } from '../../src/platform/db/installation.ts';
import { openPool } from '../../src/platform/db/pool.ts';
import { addMember } from '../support/add-member.ts';
import { buildTestApp, type TestApp } from '../support/app.ts';
import { type ForgetfulPool, openForgetfulPool } from '../support/forgetful-pool.ts';
import { listRoutes } from '../support/list-routes.ts';
import { listen } from './live/listener.ts';

interface Tenant {
  readonly name: string;
  readonly accountId: string;
  readonly key: string;
  /** An intake key. */
  readonly token: string;
  /** A text in all data of this account and of no other. */
  readonly secret: string;
}

interface Reply {
  readonly status: number;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

type Send = (
  as: Tenant,
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Reply>;

let url: string;
let owner: pg.Pool;
let tenants: readonly Tenant[];
beforeAll(async () => {
  url = await cloneDatabase();
  owner = openPool(url, { size: 2 });
  tenants = await makeTenants();
  const { app, close } = await buildTestApp(openApiPool(), openApiPool());
  const send = await sendTo(app);
  await fill(async (...sent) => {
    const reply = await send(...sent);
    expect(reply, sent[2]).toMatchObject({ status: 200 });
    return reply;
  });
  await close();
});
afterAll(() => owner.end());

const openApiPool = (): pg.Pool => openPool(url, { size: 2, role: 'leadline_api' });

async function makeTenants(): Promise<Tenant[]> {
  const db = openInstallation(owner);
  const tenants: Tenant[] = [];
  for (const name of ['A', 'B']) {
    const { accountId, liveKey, testKey } = await makeAccount(db);
    await addMember(db, accountId, 'rep');
    const testAccount = await owner.query<{ id: string }>(
      'select id from leadline.accounts where test_of = $1',
      [accountId],
    );
    const testAccountId = fromUuid(testAccount.rows[0]?.id ?? '');
    for (const [mode, id, key] of [
      ['live', accountId, liveKey],
      ['test', testAccountId, testKey],
    ] as const) {
      const { key: token } = await createKey(db, asOperator(accountId), mode, 'Form', 'intake');
      tenants.push({
        name: `${name} ${mode}`,
        accountId: id,
        key,
        token,
        secret: `secret-of-${name}-${mode}`,
      });
    }
  }
  return tenants;
}

/** The same people in all accounts, so that a join by person, name or request would leak across accounts. */
async function fill(send: Send): Promise<void> {
  for (const [index, tenant] of tenants.entries()) {
    for (let place = 0; place < 2 + index; place++) {
      const lead = makeLead({ message: `${tenant.secret}, number ${place}` });
      const { body } = await send(tenant, 'POST', '/api/webhook.php', lead, named(`order-${place}`));
      if (place > 0) continue;
      const outcome = { outcome: 'won', amount: 100, reason: tenant.secret };
      await send(tenant, 'POST', `/api/leads/${body.lead_id}/outcome`, outcome);
      await send(tenant, 'PATCH', `/api/leads/${body.lead_id}`, { note: tenant.secret });
    }
    const only = makeLead({ message: tenant.secret });
    await send(tenant, 'POST', '/api/webhook.php', only, named(keyOnlyOf(tenant)));
    await send(tenant, 'POST', '/api/batch', { leads: [only] }, named(keyOnlyOf(tenant)));
    await send(tenant, 'PUT', '/api/retention', { days: 1_000 + index });
    await addEndpoint(send, tenant);
    await addCrm(send, tenant);
    await addView(send, tenant);
    await upload(send, tenant, fileOnlyOf(tenant));
    await fillByWorker(tenant);
  }
}

const CRM = { vendor: 'odoo', url: 'http://127.0.0.1:9', database: 'acme', login: 'ana', api_key: 'secret' };

/** Test keys can't connect one. */
async function addCrm(send: Send, tenant: Tenant): Promise<void> {
  if (tenant.name.endsWith('live')) await send(tenant, 'PUT', '/api/crm', { ...CRM, login: tenant.secret });
  else
    await owner.query(
      `insert into leadline.crm_connections (account_id, id, vendor, sealed, min_grade, mapping)
       values ($1, uuidv7(), 'odoo', '', 'Cold', '{}')`,
      [tenant.accountId],
    );
  await owner.query(
    `insert into leadline.crm_records (account_id, record_id, lead_id, written)
     select account_id, '1', id, json_build_object('name', $2::text) from leadline.leads where account_id = $1 limit 1`,
    [tenant.accountId, tenant.secret],
  );
  await owner.query(
    `insert into leadline.crm_deals (account_id, deal_id, lead_id, outcome, closed_at)
     select account_id, $2, id, 'won', now() from leadline.leads where account_id = $1 limit 1`,
    [tenant.accountId, tenant.secret],
  );
  await owner.query(
    `insert into leadline.crm_queue (account_id, lead_id)
     select account_id, id from leadline.leads where account_id = $1 limit 1 on conflict do nothing`,
    [tenant.accountId],
  );
  await owner.query(
    `insert into leadline.crm_runs (account_id, id, kind, status, is_asked, error)
     values ($1, uuidv7(), 'sync', 'failed', true, $2)`,
    [tenant.accountId, tenant.secret],
  );
}

/** Works for live keys only. */
const onCrm = (method: string, body?: object, path = '/api/crm'): RouteCase => ({
  asksByAccount: true,
  tryOn: async (send, caller) => {
    const reply = await send(caller, method, path, body);
    expect(reply.status).toBe(caller.name.endsWith('live') ? 200 : 403);
    return [reply];
  },
});

/** Data that no route writes for every tenant: finished deliveries, rejected rows, LLM costs, profiles, alerts. */
async function fillByWorker({ name, accountId, secret }: Tenant): Promise<void> {
  await owner.query(
    `insert into leadline.deliveries (account_id, endpoint_id, event_id, event, lead_id, status, response_excerpt)
     select l.account_id, e.id, l.id, 'lead.scored', l.id, 'failed', $2
     from leadline.leads l join leadline.webhook_endpoints e using (account_id) where l.account_id = $1`,
    [accountId, secret],
  );
  await owner.query(
    `insert into leadline.import_rows (account_id, import_id, hash)
     select account_id, id, gen_random_uuid() from leadline.imports where account_id = $1`,
    [accountId],
  );
  await owner.query(
    `insert into leadline.import_refusals (account_id, import_id, line, reason, content)
     select account_id, id, 7, $2, $3 from leadline.imports where account_id = $1`,
    [accountId, secret, JSON.stringify(makeLead({ message: secret }))],
  );
  await owner.query(
    `insert into leadline.search_texts (account_id, id, country, text)
     select account_id, id, 'US', ' ana ' || $2 || ' ' from leadline.leads where account_id = $1`,
    [accountId, secret],
  );
  await owner.query(`insert into leadline.ai_spending values ($1, '2026-11-01', 1, 1, 1, 0.1)`, [accountId]);
  await owner.query(
    `with person as (
       insert into leadline.alert_choices (account_id, user_id, email_assigned, browser_assigned, hours, opens_at, closes_at)
       values ($1, uuidv7(), true, false, 'always', '08:00', '18:00') returning account_id, user_id
     ), emailed as (
       insert into leadline.alert_emails (account_id, user_id, kind) select account_id, user_id, 'test' from person
     )
     insert into leadline.alerts (account_id, lead_id, user_id, in_browser)
     select l.account_id, l.id, p.user_id, false from leadline.leads l join person p using (account_id)`,
    [accountId],
  );
  await owner.query(
    `insert into leadline.activities (account_id, lead_id, kind, actor, data)
     select account_id, id, 'note', 'operator', json_build_object('text', $2::text) from leadline.leads where account_id = $1`,
    [accountId, secret],
  );
  await owner.query('insert into leadline.profiles (account_id) values ($1)', [accountId]);
  // A test account shows the rules of its live account, so they contain no secret.
  const rule = { id: makeId(), name: 'All', when: {}, assignees: [makeId()] };
  await owner.query('insert into leadline.routing (account_id, version, rules) values ($1, 1, $2)', [
    accountId,
    JSON.stringify([rule]),
  ]);
  await owner.query(`insert into leadline.lead_watchers values ($1, 'alerts', 'Hot')`, [accountId]);
  // Of a day without leads, so that no change of a lead removes them.
  await owner.query(
    `insert into leadline.lead_sums (account_id, from_id, to_id, sums) select $1, id, id, '{}'
     from (values ('00000000-0000-7000-8000-000000000000'::uuid)) as day (id)`,
    [accountId],
  );
  await fillSettings(accountId, ownerOf(name));
  await fillModel(accountId, ownerOf(name));
}

/** A test account shows the settings of its live account, so they are marked with the name of both. */
const ownerOf = (name: string): string => `settings of ${name.split(' ')[0]}`;

async function fillSettings(accountId: string, mark: string): Promise<void> {
  const changes = JSON.stringify({ words: [{ text: mark, means: 'scope' }] });
  await owner.query(
    `insert into leadline.settings_versions (account_id, version, changes, note, actor)
     values ($1, 1, $2, $3, 'operator')`,
    [accountId, changes, mark],
  );
  await owner.query(`insert into leadline.settings_drafts values ($1, 1, 1, $2, 'operator', now())`, [
    accountId,
    changes,
  ]);
  for (const kind of ['backtest', 'rescore'])
    await owner.query(
      `insert into leadline.settings_jobs (account_id, id, kind, status, version, changes, error, actor)
       values ($1, uuidv7(), $2, 'failed', 1, $3, $4, 'operator')`,
      [accountId, kind, changes, mark],
    );
}

async function fillModel(accountId: string, mark: string): Promise<void> {
  const figure = { share: 0.5, count: 1, leads: 2 };
  await owner.query(
    `insert into leadline.drifts (account_id, id, kind, field, level, figures, since, status, raised_at)
     values ($1, uuidv7(), 'share', 'source', $2, $3, now(), 'open', now())`,
    [
      accountId,
      mark,
      JSON.stringify({
        fieldLabel: 'Source',
        levelLabel: mark,
        before: figure,
        after: figure,
        shown: null,
        horizonWeeks: null,
      }),
    ],
  );
  await owner.query(
    `insert into leadline.trained_models (account_id, id, outcomes, won, verdict, report)
     values ($1, uuidv7(), 1, 1, $2, $3)`,
    [
      accountId,
      JSON.stringify({ decision: 'wait', code: 'no_gain', text: mark, missing: null }),
      JSON.stringify({ held_out: null, learned: [{ label: mark, levels: [] }], left_out: [] }),
    ],
  );
  await owner.query(
    `insert into leadline.model_versions (account_id, version, mode, point_limit, reason, actor)
     values ($1, 1, 'advisory', 30, $2, 'operator')`,
    [accountId, mark],
  );
  await owner.query(
    `insert into leadline.settings_jobs (account_id, id, kind, status, version, error, actor)
     values ($1, uuidv7(), 'training', 'failed', 1, $2, 'operator')`,
    [accountId, mark],
  );
}

/** Test keys can't change the model. */
const changeModel = (method: string, path: string, body: (version: number) => object): RouteCase => ({
  asksByAccount: true,
  tryOn: async (send, caller) => {
    const { body: model } = await send(caller, 'GET', '/api/model');
    const { version } = model.data as { version: number };
    const reply = await send(caller, method, path, body(version));
    expect(reply.status, path).toBe(caller.name.endsWith('live') ? 200 : 403);
    expect(reply.text).not.toMatch(new RegExp(`settings of [^${caller.name[0]}]`));
    await owner.query('delete from leadline.settings_jobs where status = $1', ['queued']);
    return [reply];
  },
});

/** Test keys can't acknowledge anything, and nobody can acknowledge what belongs to others. */
const acknowledgeDrift = (path: string): RouteCase => ({
  asksByAccount: true,
  tryOn: async (send, caller, other) => {
    const isLive = caller.name.endsWith('live');
    const replies: Reply[] = [];
    for (const [tenant, status] of [
      [other, 404],
      [caller, 200],
    ] as const) {
      const { rows } = await owner.query<{ id: string }>(
        'select id from leadline.drifts where account_id = $1',
        [tenant.accountId],
      );
      const id = showId('drift', fromUuid(rows[0]?.id ?? ''));
      const reply = await send(caller, 'POST', path.replace('{id}', id));
      expect(reply.status, path).toBe(isLive ? status : 403);
      expect(reply.text).not.toMatch(new RegExp(`settings of [^${caller.name[0]}]`));
      replies.push(reply);
    }
    return replies;
  },
});

/** Reads what belongs to the caller's live account, and nothing of the others. */
const readSettings = (path: string): RouteCase => ({
  asksByAccount: true,
  tryOn: async (send, caller) => {
    const reply = await send(caller, 'GET', path);
    expect(reply.status).toBe(200);
    const marks = [...new Set(reply.text.match(/settings of \w/g))];
    expect(marks).toEqual([ownerOf(caller.name)]);
    return [reply];
  },
});

/** Test keys can't change settings. The body depends on the caller's own draft and version. */
const changeSettings = (
  method: string,
  path: string,
  body: (own: { version: number; revision: number }) => object,
): RouteCase => ({
  asksByAccount: true,
  tryOn: async (send, caller) => {
    const { body: settings } = await send(caller, 'GET', '/api/settings');
    const { live, draft } = settings.data as { live: { version: number }; draft: { revision: number } };
    const reply = await send(caller, method, path, body({ version: live.version, revision: draft.revision }));
    expect(reply.status, path).toBe(caller.name.endsWith('live') ? 200 : 403);
    expect(reply.text).not.toMatch(new RegExp(`settings of [^${caller.name[0]}]`));
    await owner.query('delete from leadline.settings_jobs where status = $1', ['queued']);
    return [reply];
  },
});

/** A test account has the team of its live account. */
async function memberOf({ accountId }: Tenant): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `select m.user_id as id from leadline.members m join leadline.accounts a on m.account_id = coalesce(a.test_of, a.id)
     where a.id = $1`,
    [accountId],
  );
  return showId('user', fromUuid(rows[0]?.id ?? ''));
}

async function ruleOf({ accountId }: Tenant): Promise<string> {
  const query = `select rules->0->>'id' as id from leadline.routing where account_id = $1`;
  return showId('rule', (await owner.query<{ id: string }>(query, [accountId])).rows[0]?.id ?? '');
}

const keyOnlyOf = ({ name }: Tenant): string => `only of ${name}`;

/** Contains no secrets, because several accounts upload the same file. */
const fileOnlyOf = ({ name }: Tenant): string => `email,message\nana@acme.com,a file of ${name}\n`;

const named = (idempotencyKey: string): Record<string, string> => ({ 'Idempotency-Key': idempotencyKey });

const addEndpoint = (send: Send, tenant: Tenant): Promise<Reply> =>
  send(tenant, 'POST', '/api/webhooks', {
    url: `http://127.0.0.1:9/${tenant.secret}`,
    description: tenant.secret,
    events: ['lead.scored', 'lead.outcome'],
  });

let views = 0;
const addView = (send: Send, tenant: Tenant): Promise<Reply> =>
  send(tenant, 'POST', '/api/views', { name: `${tenant.secret} ${++views}`, query: tenant.secret });

const upload = (send: Send, tenant: Tenant, file: string | Buffer): Promise<Reply> =>
  send(tenant, 'POST', `/api/imports?file_name=${tenant.secret}`, file, { 'Content-Type': 'text/csv' });

let files = 0;
/** An import of the caller that is ready to start. */
async function uploadSpare(send: Send, tenant: Tenant): Promise<string> {
  const { body } = await upload(send, tenant, `email\nspare-${++files}@acme.com\n`);
  return (body.data as { import_id: string }).import_id;
}

/** An import of the caller that can be undone. */
async function uploadEnded(send: Send, tenant: Tenant): Promise<string> {
  const id = await uploadSpare(send, tenant);
  await owner.query(
    `update leadline.imports set status = 'finished', rows_stored = 1, finished_at = now() where id = $1`,
    [readId('imp', id)],
  );
  return id;
}

/** Choosing its other sheet, Q2, replaces the import. */
async function uploadSpareWorkbook(send: Send, tenant: Tenant): Promise<string> {
  await endImportsOf(tenant);
  const rows = [['email'], [`spare-${++files}@acme.com`]];
  const file = writeXlsx(['Q1', 'Q2'].map((name) => ({ name, rows })));
  const { body } = await upload(send, tenant, file);
  return (body.data as { import_id: string }).import_id;
}

/** The number of waiting files is limited. */
const dropImport = (id: string): Promise<unknown> =>
  owner.query('delete from leadline.imports where id = $1', [readId('imp', id)]);

/** Over a real socket, because uploads are streamed. */
async function sendTo(app: TestApp['app']): Promise<Send> {
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  return async ({ key }, method, path, body, headers) => {
    if (path === '/api/live') return hearOnce(address, key);
    return call(address, path, body, { key, method, ...(headers === undefined ? {} : { headers }) });
  };
}

/** Reads a stream up to its first event. */
async function hearOnce(address: string, key: string): Promise<Reply> {
  const listener = await listen(address, key);
  await vi.waitFor(() => expect(listener.events).not.toEqual([]), { timeout: 5_000 });
  listener.leave();
  return { status: listener.status, text: listener.text(), body: {} };
}

const TABLE_OF = {
  lead: 'leads',
  hook: 'webhook_endpoints',
  run: 'crm_runs',
  imp: 'imports',
  audit: 'audit_log',
  req: 'received',
  view: 'views',
} as const satisfies Partial<Record<IdKind, string>>;

/** Rejected uploads are only kept to count them. */
const isShown = (kind: keyof typeof TABLE_OF): string => (kind === 'imp' ? `status <> 'rejected'` : 'true');

/** Newest first. */
const idsOf = async ({ accountId }: Tenant, kind: keyof typeof TABLE_OF = 'lead'): Promise<string[]> =>
  (
    await owner.query<{ id: string }>(
      `select id from leadline.${TABLE_OF[kind]} where account_id = $1 and ${isShown(kind)} order by id desc`,
      [accountId],
    )
  ).rows.map(({ id }) => showId(kind, fromUuid(id)));

/** The bare IDs of everything it has. */
async function bareIdsOf(tenant: Tenant): Promise<string[]> {
  const kinds = Object.keys(TABLE_OF) as (keyof typeof TABLE_OF)[];
  const ids = await Promise.all(kinds.map((kind) => idsOf(tenant, kind)));
  return ids.flat().map((id) => id.replace(/^[a-z]+_/, ''));
}

/** Pages, and routes that need a session, which auth/isolation.test.ts covers. */
const FOR_PEOPLE =
  /^(?:POST \/api\/leads$|(?!(?:GET|HEAD) \/api\/account\/(?:profile|setup)$)\w+ (?:\/|\/(?!api\/|healthz|readyz)\S+|\/api\/(?:auth\/\S+|session|accounts|account\/\S+|user\/\S+|keys|keys\/\S+|members\/\S+|invitations(?:\/\S+)?|activity|test-lead|alerts|alerts\/test))$)/;

let tables: readonly string[] = [];
beforeAll(async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'leadline'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attname = 'account_id' and c.relname not in (
         'api_keys', 'members', 'former_members', 'invitations', 'directory_changes', 'account_moves')`,
  );
  tables = rows.map(({ name }) => name);
});

/** All data of a tenant in the database. */
async function readAll({ accountId }: Tenant): Promise<string[]> {
  const rows: string[] = [];
  for (const table of tables) {
    const read = await owner.query<{ row: string }>(
      `select t::text as row from leadline.${table} t where account_id = $1 order by 1`,
      [accountId],
    );
    expect(read.rowCount, `rows of ${table}`).toBeGreaterThan(0);
    rows.push(...read.rows.map(({ row }) => `${table} ${row}`));
  }
  return rows;
}

interface RouteCase {
  /** Whether the route filters by account. Intake does not: its statement gets the account of each lead and is not
   * covered by row-level security. */
  readonly asksByAccount: boolean;
  readonly tryOn: (send: Send, caller: Tenant, other: Tenant) => Promise<Reply[]>;
}

/** IDs of another account are reported as unknown. */
const onEachOther =
  (kind: 'lead' | 'hook' | 'imp' | 'view', method: string, path: string, body?: object): RouteCase['tryOn'] =>
  async (send, caller, other) => {
    const ids = (await idsOf(other, kind)).slice(-3);
    expect(ids.length).toBeGreaterThan(0);
    const replies: Reply[] = [];
    for (const id of ids) replies.push(await send(caller, method, path.replace('{id}', id), body));
    expect(replies.map(({ status }) => status)).toEqual(ids.map(() => 404));
    return replies;
  };

const onEachLead = (method: string, suffix = '', body?: object): RouteCase['tryOn'] =>
  onEachOther('lead', method, `/api/leads/{id}${suffix}`, body);

/** As if the caller had seen these leads; one that is theirs has another revision by now. */
const withRevisions = (leadIds: readonly string[]): Record<string, number> =>
  Object.fromEntries(leadIds.map((id) => [id, 1_000]));

/** Returns 404 for another account's ID; works for the caller's own and changes nothing else. */
const onOwnOnly = (
  kind: 'hook' | 'imp' | 'view',
  route: string,
  body?: object,
  own: (send: Send, caller: Tenant) => Promise<string> = async (_, caller) =>
    (await idsOf(caller, kind)).at(-1) ?? '',
): Readonly<Record<string, RouteCase>> => {
  const [method = '', path = ''] = route.split(' ');
  return {
    [route]: {
      asksByAccount: true,
      tryOn: async (send, caller, other) => {
        const replies = await onEachOther(kind, method, path, body)(send, caller, other);
        const id = await own(send, caller);
        const reply = await send(caller, method, path.replace('{id}', id), body);
        expect(reply, route).toMatchObject({ status: 200 });
        if (own === uploadSpare) await dropImport(id);
        return [...replies, reply];
      },
    },
  };
};

/** Lists everything of the caller and nothing else. */
const listOf =
  (kind: 'hook' | 'imp' | 'view', path: string, field: string): RouteCase['tryOn'] =>
  async (send, caller) => {
    const reply = await send(caller, 'GET', path);
    const listed = (reply.body.data as Record<string, string>[]).map((item) => item[field]);
    expect(listed.toSorted()).toEqual((await idsOf(caller, kind)).toSorted());
    return [reply];
  };

/** Sends a lead with an Idempotency-Key that only the other account has used, then with one that both have used. */
const takeIn =
  (path: string | ((caller: Tenant) => string)): RouteCase['tryOn'] =>
  async (send, caller, other) => {
    const to = typeof path === 'string' ? path : path(caller);
    const lead = makeLead({ message: `${caller.secret} after ${other.name}` });
    const replies = [
      await send(caller, 'POST', to, lead, named(keyOnlyOf(other))),
      await send(caller, 'POST', to, makeLead({ message: `${caller.secret}, number 0` }), named('order-0')),
    ];
    const own = await idsOf(caller);
    for (const { status, body } of replies) {
      expect(status).toBe(200);
      expect(own).toContain(body.lead_id);
    }
    const { body } = await send(caller, 'GET', `/api/leads/${replies[0]?.body.lead_id}`);
    const { person } = body.data as { person: { lead_ids: string[] } };
    expect(own).toEqual(expect.arrayContaining(person.lead_ids));
    return replies;
  };

const CASES: Readonly<Record<string, RouteCase>> = {
  // The first route that scores leads: it reads the settings of the accounts, which are kept from then on.
  'POST /api/webhook.php': { asksByAccount: true, tryOn: takeIn('/api/webhook.php') },
  'POST /api/score.php': { asksByAccount: false, tryOn: takeIn('/api/score.php') },
  'POST /api/intake/{token}': {
    asksByAccount: false,
    tryOn: async (send, caller, other) => {
      const replies = await takeIn(({ token }) => `/api/intake/${token}`)(send, caller, other);
      // The URL decides the account, whatever key is in the header.
      const lead = makeLead({ message: caller.secret });
      const headers = { 'X-API-KEY': other.key, ...named(`${other.name} in the header`) };
      const reply = await send(caller, 'POST', `/api/intake/${caller.token}`, lead, headers);
      expect(await idsOf(caller)).toContain(reply.body.lead_id);
      return [...replies, reply];
    },
  },
  'POST /api/batch': {
    asksByAccount: false,
    tryOn: async (send, caller, other) => {
      const leads = [makeLead({ message: `${caller.secret} in a batch` })];
      const reply = await send(caller, 'POST', '/api/batch', { leads }, named(keyOnlyOf(other)));
      expect(reply.status).toBe(200);
      const [{ lead_id }] = reply.body.data as [{ lead_id: string }];
      expect(await idsOf(caller)).toContain(lead_id);
      return [reply];
    },
  },
  'POST /api/explain.php': {
    asksByAccount: false,
    tryOn: async (send, caller, other) => {
      const [id] = await idsOf(other);
      const reply = await send(caller, 'POST', '/api/explain.php', {
        lead: makeLead({ lead_id: id }),
        lead_id: id,
      });
      expect(reply.status).toBe(200);
      return [{ ...reply, text: reply.text.replaceAll(id ?? '', '') }];
    },
  },
  'GET /api/leads': {
    asksByAccount: true,
    tryOn: async (send, caller, other) => {
      const [newest, ...older] = await idsOf(other);
      const own = await idsOf(caller);
      const replies: Reply[] = [];
      for (const query of [
        '',
        'q=ana',
        'q=%2B1212',
        'outcome=won',
        'source=google',
        `cursor=${newest}`,
        `cursor=${older.at(-1)}`,
        'sort=priority',
        'sort=priority&q=ana',
        `sort=oldest&cursor=after_00${older.at(-1)?.replace('lead_', '')}`,
        `sort=score&cursor=below_64${newest?.replace('lead_', '')}`,
        'sort=score&work=todo&country=US',
        'q=secret-of',
        `sort=priority&cursor=next_64${newest?.replace('lead_', '')}`,
        `sort=priority&cursor=next_00${older.at(-1)?.replace('lead_', '')}`,
      ]) {
        const reply = await send(caller, 'GET', `/api/leads?limit=100&${query}`);
        const listed = (reply.body.data as { lead_id: string }[]).map(({ lead_id }) => lead_id);
        expect(own, query).toEqual(expect.arrayContaining(listed));
        if (!/^(?:cursor|outcome|sort|q=secret)/.test(query)) expect(listed, query).toEqual(own);
        replies.push(reply);
      }
      return replies;
    },
  },
  'GET /api/leads/counts': {
    asksByAccount: true,
    tryOn: async (send, caller) => {
      const own = await idsOf(caller);
      const replies: Reply[] = [];
      for (const query of ['', '?q=ana']) {
        const reply = await send(caller, 'GET', `/api/leads/counts${query}`);
        expect(reply.body.data).toMatchObject({ total: { count: own.length }, counted: own.length });
        replies.push(reply);
      }
      return replies;
    },
  },
  'GET /api/leads/export': {
    asksByAccount: true,
    tryOn: async (send, caller) => {
      const reply = await send(caller, 'GET', '/api/leads/export');
      expect(reply.text.match(/lead_\w{32}/g)).toEqual(await idsOf(caller));
      return [reply];
    },
  },
  'GET /api/leads/{id}': {
    asksByAccount: true,
    tryOn: async (send, caller, other) => {
      const replies = await onEachLead('GET')(send, caller, other);
      const own = await idsOf(caller);
      for (const id of own.slice(-3)) {
        const reply = await send(caller, 'GET', `/api/leads/${id}`);
        const { person } = reply.body.data as { person: { lead_ids: string[] } };
        expect(own).toEqual(expect.arrayContaining(person.lead_ids));
        replies.push(reply);
      }
      return replies;
    },
  },
  'POST /api/leads/{id}/outcome': {
    asksByAccount: true,
    tryOn: async (send, caller, other) => {
      const replies = await onEachLead('POST', '/outcome', { outcome: 'lost', reason: caller.secret })(
        send,
        caller,
        other,
      );
      // The call only affects the caller's own data.
      const [own] = await idsOf(caller);
      const reply = await send(caller, 'POST', `/api/leads/${own}/outcome`, { outcome: 'lost' });
      expect(reply.status).toBe(200);
      return [...replies, reply];
    },
  },
  'POST /api/leads/outcomes': {
    asksByAccount: true,
    tryOn: async (send, caller, other) => {
      const [own] = await idsOf(caller);
      const theirs = (await idsOf(other)).slice(-3);
      const body = {
        lead_ids: [own, ...theirs],
        outcome: 'lost',
        reason: caller.secret,
        revisions: withRevisions(theirs),
      };
      const reply = await send(caller, 'POST', '/api/leads/outcomes', body);
      const data = { recorded: 1, unknown: theirs, conflicts: [] };
      expect(reply).toMatchObject({ status: 200, body: { data } });
      // The response repeats the IDs that were sent.
      return [{ ...reply, text: theirs.reduce((text, id) => text.replace(id, ''), reply.text) }];
    },
  },
  'PATCH /api/leads/{id}': {
    asksByAccount: true,
    tryOn: async (send, caller, other) => {
      const replies = await onEachLead('PATCH', '', { status: 'contacted', note: caller.secret })(
        send,
        caller,
        other,
      );
      const [own] = await idsOf(caller);
      const reply = await send(caller, 'PATCH', `/api/leads/${own}`, { note: caller.secret });
      expect(reply.status).toBe(200);
      return [...replies, reply];
    },
  },
  'PATCH /api/leads/{id}/contact': {
    asksByAccount: true,
    tryOn: async (send, caller, other) => {
      const change = { company: caller.secret, rescore: false };
      const replies = await onEachLead('PATCH', '/contact', change)(send, caller, other);
      const [own] = await idsOf(caller);
      const reply = await send(caller, 'PATCH', `/api/leads/${own}/contact`, change);
      expect(reply.status).toBe(200);
      return [...replies, reply];
    },
  },
  'PATCH /api/leads': {
    asksByAccount: true,
    tryOn: async (send, caller, other) => {
      const [own] = await idsOf(caller);
      const theirs = (await idsOf(other)).slice(-3);
      const body = { lead_ids: [own, ...theirs], note: 'mine', revisions: withRevisions(theirs) };
      const reply = await send(caller, 'PATCH', '/api/leads', body);
      const data = { changed: 1, unknown: theirs, conflicts: [] };
      expect(reply).toMatchObject({ status: 200, body: { data } });
      // The response repeats the IDs that were sent.
      return [{ ...reply, text: theirs.reduce((text, id) => text.replace(id, ''), reply.text) }];
    },
  },
  'POST /api/leads/{id}/feedback': {
    asksByAccount: true,
    tryOn: onEachLead('POST', '/feedback', { verdict: 'too_low' }),
  },
  'GET /api/team': {
    asksByAccount: false,
    tryOn: async (send, caller) => [await send(caller, 'GET', '/api/team')],
  },
  'GET /api/account/setup': {
    asksByAccount: true,
    tryOn: async (send, caller) => [await send(caller, 'GET', '/api/account/setup')],
  },
  'GET /api/account/profile': {
    asksByAccount: false,
    tryOn: async (send, caller) => [await send(caller, 'GET', '/api/account/profile')],
  },
  'GET /api/crm': onCrm('GET'),
  'PUT /api/crm': onCrm('PUT', CRM),
  'PATCH /api/crm': onCrm('PATCH', { min_grade: 'Warm' }),
  'GET /api/crm/runs': onCrm('GET', undefined, '/api/crm/runs'),
  'POST /api/crm/runs': onCrm('POST', { kind: 'sync' }, '/api/crm/runs'),
  'GET /api/crm/runs/{id}': {
    asksByAccount: true,
    tryOn: async (send, caller, other) => {
      const replies: Reply[] = [];
      for (const id of await idsOf(other, 'run'))
        replies.push(await send(caller, 'GET', `/api/crm/runs/${id}`));
      const expected = caller.name.endsWith('live') ? 404 : 403;
      expect([...new Set(replies.map(({ status }) => status))]).toEqual([expected]);
      return replies;
    },
  },
  'DELETE /api/crm': {
    asksByAccount: true,
    tryOn: async (send, caller) => {
      await send(caller, 'PUT', '/api/crm', CRM);
      const reply = await send(caller, 'DELETE', '/api/crm');
      const isLive = caller.name.endsWith('live');
      expect(reply.status).toBe(isLive ? 200 : 403);
      if (isLive) await addCrm(send, caller);
      return [reply];
    },
  },
  'GET /api/routing': {
    asksByAccount: true,
    tryOn: async (send, caller) => [await send(caller, 'GET', '/api/routing')],
  },
  'PUT /api/routing': {
    asksByAccount: true,
    tryOn: async (send, caller, other) => {
      const { body } = await send(caller, 'GET', '/api/routing');
      const { version } = body.data as { version: number };
      const own = await memberOf(caller);
      const stranger = await memberOf(other);
      const rule = { name: 'All', when: {}, assign_to: [own] };
      const put = (...rules: object[]): Promise<Reply> =>
        send(caller, 'PUT', '/api/routing', { version, rules });
      const isLive = caller.name.endsWith('live');
      const replies = [await put({ ...rule, rule_id: await ruleOf(other) })];
      if (stranger !== own) replies.push(await put({ ...rule, assign_to: [stranger] }));
      for (const { status } of replies) expect(status).toBe(isLive ? 400 : 403);
      const reply = await put(rule);
      expect(reply.status).toBe(isLive ? 200 : 403);
      return [...replies, reply];
    },
  },
  'POST /api/routing/preview': {
    asksByAccount: true,
    tryOn: async (send, caller) => {
      const rules = [{ name: 'All', when: {}, assign_to: [await memberOf(caller)] }];
      const reply = await send(caller, 'POST', '/api/routing/preview', { rules });
      expect(reply.status).toBe(200);
      const { data } = reply.body as { data: { leads: number } };
      expect(data.leads).toBe((await idsOf(caller)).length);
      return [reply];
    },
  },
  'GET /api/settings': readSettings('/api/settings'),
  'GET /api/settings/versions': readSettings('/api/settings/versions'),
  'GET /api/settings/backtest': readSettings('/api/settings/backtest'),
  'GET /api/settings/rescore': readSettings('/api/settings/rescore'),
  'PUT /api/settings/draft': changeSettings('PUT', '/api/settings/draft', ({ revision }) => ({
    revision,
    changes: {},
  })),
  'POST /api/settings/backtest': changeSettings('POST', '/api/settings/backtest', () => ({ changes: {} })),
  'POST /api/settings/publish': changeSettings('POST', '/api/settings/publish', ({ version }) => ({
    version,
    changes: {},
  })),
  'POST /api/settings/rollback': changeSettings('POST', '/api/settings/rollback', ({ version }) => ({
    version,
    to: 1,
  })),
  'POST /api/settings/rescore': changeSettings('POST', '/api/settings/rescore', () => ({})),
  'GET /api/model': readSettings('/api/model'),
  'GET /api/model/versions': readSettings('/api/model/versions'),
  'PUT /api/model': changeModel('PUT', '/api/model', (version) => ({ version, mode: 'on', point_limit: 5 })),
  'POST /api/model/train': changeModel('POST', '/api/model/train', () => ({})),
  'POST /api/model/rollback': changeModel('POST', '/api/model/rollback', (version) => ({ version, to: 0 })),
  'GET /api/model/drifts': readSettings('/api/model/drifts'),
  'POST /api/model/drifts/{id}/acknowledge': acknowledgeDrift('/api/model/drifts/{id}/acknowledge'),
  'GET /api/live': {
    asksByAccount: true,
    tryOn: async (send, caller, other) => {
      const [own, theirs]: [string[], string[]] = [[], []];
      let isListening = true;
      const adding = (async () => {
        for (; isListening; await sleep(100)) {
          theirs.push(await addFreshLead(other));
          own.push(await addFreshLead(caller));
        }
      })();
      const reply = await send(caller, 'GET', '/api/live');
      isListening = false;
      await adding;
      expect(own.some((id) => reply.text.includes(id))).toBe(true);
      expect(theirs.some((id) => reply.text.includes(id))).toBe(false);
      await owner.query('delete from leadline.leads where id = any ($1)', [[...own, ...theirs]]);
      return [reply];
    },
  },
  'GET /api/views': { asksByAccount: true, tryOn: listOf('view', '/api/views', 'view_id') },
  'POST /api/views': {
    asksByAccount: true,
    tryOn: async (send, caller, other) => {
      const { rows } = await owner.query<{ name: string }>(
        'select name from leadline.views where account_id = $1',
        [other.accountId],
      );
      // A name taken in another account is free here.
      const body = { name: rows[0]?.name, query: '' };
      const reply = await send(caller, 'POST', '/api/views', body);
      const { view_id } = reply.body.data as { view_id: string };
      expect(await idsOf(caller, 'view')).toContain(view_id);
      await owner.query('delete from leadline.views where id = $1', [readId('view', view_id)]);
      return [{ ...reply, text: reply.text.replace(other.secret, '') }];
    },
  },
  ...onOwnOnly('view', 'DELETE /api/views/{id}', undefined, async (send, caller) => {
    const { body } = await addView(send, caller);
    return (body.data as { view_id: string }).view_id;
  }),
  'POST /api/leads/{id}/replay': { asksByAccount: true, tryOn: onEachLead('POST', '/replay') },
  'DELETE /api/leads/{id}': {
    asksByAccount: true,
    tryOn: async (send, caller, other) => {
      const replies = await onEachLead('DELETE')(send, caller, other);
      const spare = await send(caller, 'POST', '/api/score.php', makeLead());
      const reply = await send(caller, 'DELETE', `/api/leads/${spare.body.lead_id}`);
      expect(reply.status).toBe(200);
      return [...replies, reply];
    },
  },
  'GET /api/insights': {
    asksByAccount: true,
    tryOn: async (send, caller) => {
      const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
      const reply = await send(caller, 'GET', `/api/insights?from=${from}&to=${to}`);
      const { rowCount: decided } = await owner.query(
        `select from leadline.leads where account_id = $1 and outcome <> 'open'`,
        [caller.accountId],
      );
      const leads = (await idsOf(caller)).length;
      expect(reply.body.data).toMatchObject({ leads, open: leads - (decided ?? 0), speed: { decided } });
      return [reply];
    },
  },
  'GET /api/insights/lost-reasons': {
    asksByAccount: true,
    tryOn: async (send, caller) => {
      const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
      const reply = await send(caller, 'GET', `/api/insights/lost-reasons?from=${from}&to=${to}`);
      const { rowCount: lost } = await owner.query(
        `select from leadline.leads where account_id = $1 and outcome = 'lost' and grade <> 'Spam'`,
        [caller.accountId],
      );
      expect(reply.body.data).toMatchObject({ counted: lost });
      return [reply];
    },
  },
  'GET /api/received': {
    asksByAccount: true,
    tryOn: async (send, caller, other) => {
      const own = await idsOf(caller, 'req');
      expect(own.length).toBeGreaterThan(0);
      const replies: Reply[] = [];
      for (const query of ['', '&status=taken', '&status=refused']) {
        const reply = await send(caller, 'GET', `/api/received?limit=100${query}`);
        const data = reply.body.data as { request_id: string; mode: string }[];
        // A live account also lists its test requests on purpose; leave them out here.
        const shown = isTwinOf(caller, other) ? data.filter(({ mode }) => mode === 'live') : data;
        const mode = caller.name.split(' ')[1];
        const mine = data.filter((item) => item.mode === mode).map(({ request_id }) => request_id);
        expect(own, query).toEqual(expect.arrayContaining(mine));
        if (query === '') expect(mine.toSorted()).toEqual(own.toSorted());
        replies.push({ ...reply, text: JSON.stringify(shown) });
      }
      return replies;
    },
  },
  'GET /api/usage': {
    asksByAccount: true,
    tryOn: async (send, caller) => {
      const reply = await send(caller, 'GET', '/api/usage');
      const { rows } = await owner.query<{ leads: number }>(
        'select leads from leadline.usage where account_id = $1',
        [caller.accountId],
      );
      expect(rows).toHaveLength(1);
      expect((reply.body.data as { used: number }).used).toBe(rows[0]?.leads);
      return [reply];
    },
  },
  'POST /api/webhooks': {
    asksByAccount: true,
    tryOn: async (send, caller) => {
      const reply = await addEndpoint(send, caller);
      expect(await idsOf(caller, 'hook')).toContain((reply.body.data as { webhook_id: string }).webhook_id);
      return [reply];
    },
  },
  'GET /api/webhooks': { asksByAccount: true, tryOn: listOf('hook', '/api/webhooks', 'webhook_id') },
  ...onOwnOnly('hook', 'GET /api/webhooks/{id}'),
  ...onOwnOnly('hook', 'PATCH /api/webhooks/{id}', { enabled: true, min_grade: 'Cool' }),
  ...onOwnOnly('hook', 'DELETE /api/webhooks/{id}', undefined, async (send, caller) => {
    const { body } = await addEndpoint(send, caller);
    return (body.data as { webhook_id: string }).webhook_id;
  }),
  ...onOwnOnly('hook', 'POST /api/webhooks/{id}/rotate-secret', { grace_hours: 1 }),
  ...onOwnOnly('hook', 'POST /api/webhooks/{id}/test'),
  ...onOwnOnly('hook', 'GET /api/webhooks/{id}/deliveries'),
  ...onOwnOnly('hook', 'POST /api/webhooks/{id}/redeliver'),
  'POST /api/webhooks/{id}/deliveries/{event}/redeliver': {
    asksByAccount: true,
    tryOn: async (send, caller, other) => {
      const hooks = [(await idsOf(caller, 'hook')).at(-1), (await idsOf(other, 'hook')).at(-1)];
      const events = [(await idsOf(caller)).at(-1), (await idsOf(other)).at(-1)];
      const again = (hook = '', event = ''): Promise<Reply> =>
        send(caller, 'POST', `/api/webhooks/${hook}/deliveries/${event.replace('lead', 'evt')}/redeliver`);
      const replies = [
        await again(hooks[1], events[1]),
        await again(hooks[1], events[0]),
        await again(hooks[0], events[1]),
      ];
      expect(replies.map(({ status, body }) => [status, body.data])).toEqual([
        [404, undefined],
        [404, undefined],
        [200, { queued: 0 }],
      ]);
      return replies;
    },
  },
  'POST /api/imports': {
    asksByAccount: true,
    tryOn: async (send, caller, other) => {
      // The same file is the same import only within an account.
      const reply = await upload(send, caller, fileOnlyOf(other));
      expect(reply.status).toBe(200);
      const { import_id } = reply.body.data as { import_id: string };
      expect(await idsOf(caller, 'imp')).toContain(import_id);
      return [reply];
    },
  },
  'GET /api/imports': { asksByAccount: true, tryOn: listOf('imp', '/api/imports', 'import_id') },
  ...onOwnOnly('imp', 'GET /api/imports/{id}'),
  ...onOwnOnly('imp', 'GET /api/imports/{id}/refused'),
  ...onOwnOnly('imp', 'GET /api/imports/{id}/warnings'),
  ...onOwnOnly('imp', 'POST /api/imports/{id}/preview', {}, uploadSpare),
  ...onOwnOnly('imp', 'POST /api/imports/{id}/sheet', { sheet: 'Q2' }, uploadSpareWorkbook),
  ...onOwnOnly('imp', 'POST /api/imports/{id}/header', { line: 1 }, uploadSpare),
  ...onOwnOnly('imp', 'POST /api/imports/{id}/start', {}, uploadSpare),
  ...onOwnOnly('imp', 'POST /api/imports/{id}/cancel', undefined, uploadSpare),
  ...onOwnOnly('imp', 'POST /api/imports/{id}/undo', undefined, uploadEnded),
  'GET /api/people': {
    asksByAccount: true,
    tryOn: async (send, caller) => {
      const own = await idsOf(caller);
      const replies: Reply[] = [];
      for (const query of ['email=ana@acme.com', 'phone=%2B12125550123']) {
        const reply = await send(caller, 'GET', `/api/people?${query}`);
        const { leads, deliveries, refused_rows } = reply.body.data as Record<string, { lead_id: string }[]>;
        expect(leads?.map(({ lead_id }) => lead_id).toSorted(), query).toEqual(own.toSorted());
        expect(deliveries?.length, query).toBeGreaterThan(0);
        expect(refused_rows?.length, query).toBeGreaterThan(0);
        replies.push(reply);
      }
      return replies;
    },
  },
  'POST /api/people/erase': {
    asksByAccount: true,
    tryOn: async (send, caller, other) => {
      const gone = makeLead({ email: 'gone@acme.com', phone: '', name: 'Gone', message: caller.secret });
      await send(caller, 'POST', '/api/score.php', gone);
      expect(await openImportsOf(other)).toBeGreaterThan(0);
      // Only a waiting file of the caller's own account would block this.
      await endImportsOf(caller);
      const reply = await send(caller, 'POST', '/api/people/erase', { email: 'gone@acme.com' });
      expect(reply).toMatchObject({ status: 200, body: { data: { leads: 1, contacts: 1 } } });
      await upload(send, caller, fileOnlyOf(caller));
      return [reply];
    },
  },
  'GET /api/retention': {
    asksByAccount: true,
    tryOn: async (send, caller) => {
      const reply = await send(caller, 'GET', '/api/retention');
      expect(reply.body.data).toEqual({ days: await daysOf(caller) });
      return [reply];
    },
  },
  'PUT /api/retention': {
    asksByAccount: true,
    tryOn: async (send, caller) => {
      const days = (await daysOf(caller)) + 1;
      // The row is deleted and inserted again.
      const replies = [
        await send(caller, 'PUT', '/api/retention', { days: null }),
        await send(caller, 'PUT', '/api/retention', { days }),
      ];
      expect(await daysOf(caller)).toBe(days);
      return replies;
    },
  },
  'GET /api/audit': {
    asksByAccount: true,
    tryOn: async (send, caller, other) => {
      const [newest, ...older] = await idsOf(other, 'audit');
      const own = await idsOf(caller, 'audit');
      const replies: Reply[] = [];
      for (const query of ['', `&cursor=${newest}`, `&cursor=${older.at(-1)}`]) {
        const reply = await send(caller, 'GET', `/api/audit?limit=100${query}`);
        const listed = (reply.body.data as { entry_id: string }[]).map(({ entry_id }) => entry_id);
        expect(own).toEqual(expect.arrayContaining(listed));
        if (query === '') expect(listed).toEqual(own.slice(0, 100));
        replies.push(reply);
      }
      return replies;
    },
  },
};

const isTwinOf = (live: Tenant, test: Tenant): boolean =>
  live.name.endsWith('live') && test.name === live.name.replace('live', 'test');

/** Pretends it was just received; returns its bare ID. */
async function addFreshLead({ accountId }: Tenant): Promise<string> {
  const id = makeId();
  await owner.query(
    `insert into leadline.leads (account_id, id, person_id, score, grade, source, lead, scored)
     values ($1, $2, $2, 50, 'Warm', '', '{}', '{}')`,
    [accountId, id],
  );
  return id;
}

async function openImportsOf({ accountId }: Tenant): Promise<number> {
  const open = `select from leadline.imports where account_id = $1 and status = 'ready'`;
  return (await owner.query(open, [accountId])).rowCount ?? 0;
}

async function endImportsOf({ accountId }: Tenant): Promise<void> {
  await owner.query(`update leadline.imports set status = 'cancelled' where account_id = $1`, [accountId]);
  await owner.query('delete from leadline.import_chunks where account_id = $1', [accountId]);
}

async function daysOf({ accountId }: Tenant): Promise<number> {
  const query = 'select days from leadline.retention where account_id = $1';
  return (await owner.query<{ days: number }>(query, [accountId])).rows[0]?.days ?? 0;
}

/** With a live and a test key, against the other account, its test account and the caller's own counterpart. */
const pairs = (): [Tenant, Tenant][] =>
  tenants
    .slice(0, 2)
    .flatMap((caller) =>
      tenants.filter((other) => other !== caller).map((other): [Tenant, Tenant] => [caller, other]),
    );

async function tryRoute(route: string, send: Send): Promise<void> {
  for (const [caller, other] of pairs()) {
    const before = await readAll(other);
    const otherIds = await bareIdsOf(other);
    const replies = await (CASES[route] as RouteCase).tryOn(send, caller, other);
    for (const { text } of replies) {
      expect(text).not.toContain(other.secret);
      for (const id of otherIds) expect(text, `${caller.name} on ${other.name}`).not.toContain(id);
    }
    expect(await readAll(other), `${caller.name} on ${other.name}`).toEqual(before);
  }
}

const ROUTES = Object.keys(CASES);
const ROUTES_WITHOUT_DATA = [
  // The answer to a preflight is the same for every key.
  'OPTIONS /api/intake/{token}',
  'GET /api/openapi.json',
  'GET /api/docs',
  'GET /api/docs/js/scalar.js',
  'GET /healthz',
  'GET /readyz',
];

describe('with the real queries', () => {
  let built: TestApp;
  let send: Send;
  beforeAll(async () => {
    built = await buildTestApp(openApiPool(), openApiPool());
    send = await sendTo(built.app);
  });
  afterAll(() => built.close());

  test('every documented route has a test case', async () => {
    const { paths } = (await built.app.inject('/api/openapi.json')).json<{
      paths: Record<string, Record<string, unknown>>;
    }>();
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(documented.toSorted()).toEqual(ROUTES.toSorted());
  });

  test('every other route is known to return no account data', () => {
    const served = listRoutes(built.app).map(
      ({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
    );
    const known = [...ROUTES, ...ROUTES_WITHOUT_DATA];
    const withHead = known
      .filter((route) => route.startsWith('GET'))
      .map((route) => route.replace('GET', 'HEAD'));
    expect(served.filter((route) => !FOR_PEOPLE.test(route)).toSorted()).toEqual(
      [...known, ...withHead].toSorted(),
    );
  });

  test.each(ROUTES)('%s is limited to the caller’s account', async (route) => {
    await tryRoute(route, send);
  });
});

describe('with every condition on the account removed from the queries', () => {
  let reads: ForgetfulPool;
  let writes: ForgetfulPool;
  let built: TestApp;
  let send: Send;
  beforeAll(async () => {
    reads = openForgetfulPool(url, { size: 2, role: 'leadline_api' });
    writes = openForgetfulPool(url, { size: 2, role: 'leadline_api' });
    built = await buildTestApp(reads.pool, writes.pool);
    send = await sendTo(built.app);
  });
  afterAll(() => built.close());

  test.each(ROUTES)('%s is limited to the caller’s account by row-level security alone', async (route) => {
    const [ofRoute, path = ''] = route.split(' ');
    const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/?]+')}(?:\\?|$)`);
    let forgotten = 0;
    // Count only the queries of the route itself, not those of the test case.
    await tryRoute(route, async (as, method, to, ...rest) => {
      const before = reads.forgotten() + writes.forgotten();
      const reply = await send(as, method, to, ...rest);
      if (method === ofRoute && pattern.test(to))
        forgotten += reads.forgotten() + writes.forgotten() - before;
      return reply;
    });
    if (CASES[route]?.asksByAccount) expect(forgotten).toBeGreaterThan(0);
    else expect(forgotten).toBe(0);
  });

  test('the same application without row-level security would return another account’s lead', async () => {
    const asOwner = await buildTestApp(openForgetfulPool(url, { size: 1 }).pool, openPool(url, { size: 1 }));
    const [caller, , other] = tenants as [Tenant, Tenant, Tenant];
    const [id] = await idsOf(other);
    const reply = await (await sendTo(asOwner.app))(caller, 'GET', `/api/leads/${id}`);
    await asOwner.close();
    expect(reply.status).toBe(200);
    expect(reply.text).toContain(other.secret);
  });

  test('raw SQL without row-level security would return another account’s rejected rows', async () => {
    const asOwner = await buildTestApp(openForgetfulPool(url, { size: 1 }).pool, openPool(url, { size: 1 }));
    const [caller, , other] = tenants as [Tenant, Tenant, Tenant];
    const reply = await (await sendTo(asOwner.app))(caller, 'GET', '/api/people?email=ana@acme.com');
    await asOwner.close();
    expect(JSON.stringify((reply.body.data as { refused_rows: unknown }).refused_rows)).toContain(
      other.secret,
    );
  });
});
