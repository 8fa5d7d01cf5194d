// Deleting an account removes every trace of it and its test account, and nothing of others. Before that, its owner can
// export everything, and cancel.

import { setTimeout as sleep } from 'node:timers/promises';
import { PASSWORD, type Person } from '@leadline/testkit/auth/person';
import { useAuthSuite } from '@leadline/testkit/auth/use-auth-suite';
import { Canaries } from '@leadline/testkit/canary/canaries';
import { readDatabase, toLines } from '@leadline/testkit/database/read-database';
import { openWorkerPool } from '@leadline/testkit/database/worker-pool';
import { call } from '@leadline/testkit/http/call';
import { expectError } from '@leadline/testkit/http/expect-error';
import { makeLead } from '@leadline/testkit/leads/make-lead';
import { waitFor } from '@leadline/testkit/wait-for';
import { Receiver } from '@leadline/testkit/webhooks/receiver';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { deleteDueAccounts } from '../../src/accounts/lifecycle/delete-accounts.ts';
import { EXPORTED_TABLES } from '../../src/accounts/lifecycle/export-account.ts';
import { cancelDeletion, scheduleDeletion } from '../../src/accounts/lifecycle/schedule-deletion.ts';
import { asOperator } from '../../src/platform/db/account-scope.ts';
import { openInstallation } from '../../src/platform/db/installation.ts';
import { openPool } from '../../src/platform/db/pool.ts';
import { listAccountTables, readRowsOf } from '../support/account-tables.ts';
import { EXPORT_PATH, exportAccount, getExportTicket } from '../support/export-account.ts';
import { type FullAccount, fillAccount, leaveEvents } from '../support/full-account.ts';

const suite = useAuthSuite({ inOneCell: true });
const canaries = new Canaries();
const others = new Canaries();
let acme: FullAccount;
let other: FullAccount;
let receiver: Receiver;
let pool: pg.Pool;
let workerPool: pg.Pool;

beforeAll(async () => {
  receiver = await Receiver.start();
  pool = openPool(suite.accountUrl, { size: 2 });
  workerPool = openWorkerPool(suite.accountUrl);
  acme = await fillAccount(suite, receiver, canaries);
  other = await fillAccount(suite, receiver, others);
  await leaveEvents(suite, acme, canaries);
  await leaveEvents(suite, other, others);
});
afterAll(async () => {
  await receiver.close();
  await pool.end();
  await workerPool.end();
});

const TEAM_TABLES = ['members', 'former_members', 'invitations'];
/** A test account has none of these. */
const LIVE_TABLES = [
  ...TEAM_TABLES,
  'alert_choices',
  'alert_emails',
  'alerts',
  'crm_connections',
  'crm_deals',
  'crm_queue',
  'crm_records',
  'crm_runs',
  'drifts',
  'lead_watchers',
  'model_versions',
  'profiles',
  'routing',
  'settings_drafts',
  'settings_jobs',
  'settings_versions',
  'trained_models',
];
/** Made from leads and rows of files, to find and to count them. */
const DERIVED_TABLES = ['import_rows', 'lead_sums', 'search_queue', 'search_texts'];

const runDeletion = (from = workerPool, signal = new AbortController().signal): Promise<void> =>
  deleteDueAccounts(openInstallation(from), { info: () => {}, error: () => {} }, signal);

const makeDue = (accountId: string): Promise<unknown> =>
  sql`update leadline.accounts set delete_at = now() - interval '1 second'
    where id = ${accountId} or test_of = ${accountId}`.execute(suite.owner);

const request = (person: Person, name: string, password = PASSWORD) =>
  person.call('/api/account/deletion', { name, password });

test('both accounts have rows in every table', async () => {
  for (const { accountId, ids } of [acme, other]) {
    for (const id of ids) {
      for (const [table, rows] of await readRowsOf(suite.owner, [id])) {
        if (id === accountId || !LIVE_TABLES.includes(table))
          expect(rows.length, `rows of ${table}`).toBeGreaterThan(0);
      }
    }
  }
  expect(canaries.findLeaks(toLines(await readDatabase(pool))).length).toBeGreaterThan(20);
});

/** Requests are logged up to two seconds after they were answered. */
const REQUEST_LOG_DELAY_MS = 2_500;

describe('the export of an account', () => {
  interface Line {
    readonly kind: string;
    readonly mode?: 'live' | 'test';
    readonly data: Record<string, unknown>;
    readonly counts?: Record<string, number>;
  }
  let text: string;
  let lines: Line[];
  beforeAll(async () => {
    await sleep(REQUEST_LOG_DELAY_MS);
    const answer = await exportAccount(acme.person);
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="leadline-export-.*\.ndjson"$/,
    );
    text = answer.text;
    lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
  });

  test('covers every table with account data', async () => {
    const exported = EXPORTED_TABLES.map(({ table }) => table);
    expect([...exported, ...TEAM_TABLES, ...DERIVED_TABLES].toSorted()).toEqual(
      await listAccountTables(suite.owner),
    );
  });

  test('contains every row of the live and the test account', async () => {
    for (const [index, id] of acme.ids.entries()) {
      const stored = await readRowsOf(suite.owner, [id]);
      const mode = index === 0 ? 'live' : 'test';
      for (const { table, kind } of EXPORTED_TABLES) {
        const own = lines.filter((line) => line.kind === kind && line.mode === mode);
        expect(own.length, `${mode} ${kind}`).toBe(stored.get(table)?.length);
      }
    }
    expect(lines.filter(({ kind }) => kind === 'member')).toMatchObject([
      { data: { email: acme.person.email, role: 'owner' } },
    ]);
    expect(lines.filter(({ kind }) => kind === 'invitation')).toHaveLength(2);
    expect(lines.filter(({ kind }) => kind === 'former_member')).toHaveLength(1);
    const counts = Map.groupBy(lines.slice(1, -1), ({ kind }) => kind);
    expect(lines.at(-1)).toEqual({
      kind: 'end',
      counts: Object.fromEntries([...counts].map(([kind, { length }]) => [kind, length])),
    });
  });

  test('contains nothing of another account and no secrets', () => {
    expect(others.findLeaks(text)).toEqual([]);
    for (const id of other.ids) expect(text).not.toContain(id);
    const secrets = new Canaries();
    for (const key of [...Object.values(acme.keys), acme.intakeKey]) secrets.watch('key', key.slice(9));
    expect(secrets.findLeaks(text)).toEqual([]);
    for (const name of ['key_hash', 'sealed', 'whsec_', 'password']) expect(text).not.toContain(name);
  });

  test('is refused for another account than the one in the session', async () => {
    const ticket = await getExportTicket(acme.person);
    const query = new URLSearchParams({ account: `acct_${other.accountId}`, ticket });
    const answer = await acme.person.call(`${EXPORT_PATH}?${query}`);
    expectError(answer, 'account_switched');
  });

  test('needs the password, in the same session and within a minute', async () => {
    expectError(await acme.person.call(EXPORT_PATH, { password: 'wrong password' }), 'wrong_password');
    expectError(await acme.person.call(EXPORT_PATH, {}), 'wrong_password');
    expectError(await acme.person.call(EXPORT_PATH), 'invalid_input');
    const foreign = await getExportTicket(other.person);
    const [expires, signature] = (await getExportTicket(acme.person)).split('.');
    const later = `${Number(expires) + 60_000}.${signature}`;
    for (const ticket of ['', '.', foreign, later])
      expectError(await acme.person.call(`${EXPORT_PATH}?ticket=${ticket}`), 'session_too_old');
  });

  test('is refused to API keys', async () => {
    const { url } = suite.api;
    expectError(await call(url, '/api/account/export', undefined, { key: acme.keys.live }), 'not_signed_in');
  });

  test('runs once at a time for an account', async () => {
    const ticket = await getExportTicket(other.person);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => other.person.call(`${EXPORT_PATH}?ticket=${ticket}`)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses).toContain(429);
    expect((await exportAccount(other.person)).status).toBe(200);
  });
});

describe('a request to delete an account', () => {
  test('needs the name of the account and the password', async () => {
    expectError(await request(acme.person, 'Another'), 'invalid_input', 'name of this account');
    expectError(await request(acme.person, acme.company, 'wrong password'), 'wrong_password');
    expectError(await acme.person.call('/api/account/deletion', { name: acme.company }), 'wrong_password');
    expect((await acme.person.call('/api/session')).body.data.account.delete_at).toBeNull();
  });

  test('closes the account at once, and opens it again when cancelled', async () => {
    const { status, body } = await request(acme.person, acme.company);
    expect(status).toBe(200);
    const days = (Date.parse(body.data.delete_at) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);
    expect((await acme.person.call('/api/session')).body.data.account.delete_at).toBe(body.data.delete_at);
    expect(suite.mails.at(-1)).toContain('will be deleted');

    const sendLead = (key: string) => call(suite.api.url, '/api/webhook.php', makeLead(), { key });
    for (const key of Object.values(acme.keys)) {
      await waitFor(async () => (await sendLead(key)).status, 403);
      expectError(await sendLead(key), 'account_closed');
      expectError(await call(suite.api.url, '/api/leads', undefined, { key }), 'account_closed');
    }
    const intake = await call(suite.api.url, `/api/intake/${acme.intakeKey}`, makeLead());
    expectError(intake, 'account_closed');
    expect((await acme.person.call('/api/leads')).status).toBe(200);
    expectError(await acme.person.call('/api/keys', { name: 'New' }), 'account_closed');
    expectError(await acme.person.call('/api/views', { name: 'New', query: '' }), 'account_closed');
    expect((await exportAccount(acme.person)).status).toBe(200);
    await runDeletion();
    expect((await acme.person.call('/api/leads')).body.data.length).toBeGreaterThan(0);
    expect((await sendLead(other.keys.live)).status).toBe(200);

    const again = await request(acme.person, acme.company);
    expect(again.body.data.delete_at).toBe(body.data.delete_at);
    const cancelled = await acme.person.call('/api/account/deletion', undefined, { method: 'DELETE' });
    expect(cancelled).toMatchObject({ status: 200, body: { data: { delete_at: null } } });
    await waitFor(async () => (await sendLead(acme.keys.live)).status, 200);
    const twice = await acme.person.call('/api/account/deletion', undefined, { method: 'DELETE' });
    expectError(twice, 'conflict');
  });

  test('can be made and cancelled by the operator', async () => {
    const operator = asOperator(acme.accountId);
    const later = await scheduleDeletion(suite.owner, operator, 30);
    const sooner = await scheduleDeletion(suite.owner, operator, 0);
    expect(later.getTime() - sooner.getTime()).toBeGreaterThan(29 * 86_400_000);
    // API processes must notice before anything is deleted.
    expect(sooner.getTime() - Date.now()).toBeGreaterThan(10_000);
    await cancelDeletion(suite.owner, operator);
    const [, testId = ''] = acme.ids;
    await expect(scheduleDeletion(suite.owner, asOperator(testId), 0)).rejects.toThrow('no such account');
    await expect(cancelDeletion(suite.owner, operator)).rejects.toThrow('not waiting to be deleted');
  });
});

/** The request log is written up to a second after the request. */
async function readSettledRows(): Promise<Map<string, string[]>> {
  let rows = new Map<string, string[]>();
  await vi.waitFor(
    async () => {
      const earlier = rows;
      rows = await readRowsOf(suite.owner, other.ids);
      expect(rows).toEqual(earlier);
    },
    { interval: 1_500, timeout: 30_000 },
  );
  return rows;
}

/** An account in another cell leaves rows in the directory, which hears of the deletion within ten seconds and has a worker
 * of its own. */
async function expectNoRows(): Promise<void> {
  const directoryPool = openWorkerPool(suite.databaseUrl);
  try {
    await vi.waitFor(
      async () => {
        if (suite.accountUrl !== suite.databaseUrl) await runDeletion(directoryPool);
        for (const [table, rows] of await readRowsOf(suite.owner, acme.ids)) expect(rows, table).toEqual([]);
      },
      { interval: 1_000, timeout: 30_000 },
    );
  } finally {
    await directoryPool.end();
  }
}

describe('an account whose grace period is over', () => {
  let before: Map<string, string[]>;
  beforeAll(async () => {
    expect((await request(acme.person, acme.company)).status).toBe(200);
    await makeDue(acme.accountId);
    before = await readSettledRows();
  });

  test('can no longer be kept', async () => {
    const late = await acme.person.call('/api/account/deletion', undefined, { method: 'DELETE' });
    expectError(late, 'conflict', 'too late');
  });

  test('is deleted completely, even if the worker stops in between, without touching another account', async () => {
    const stopping = new AbortController();
    const interrupted = runDeletion(workerPool, stopping.signal);
    stopping.abort();
    await interrupted;
    await runDeletion();
    await expectNoRows();
    // The owner keeps their user, without an account.
    const lines = toLines((await readDatabase(pool)).filter(({ table }) => table !== 'leadline.users'));
    expect(canaries.findLeaks(lines)).toEqual([]);
    for (const id of acme.ids) {
      const mentions = (await readDatabase(pool)).filter(({ text }) => text.replaceAll('-', '').includes(id));
      expect(mentions.map(({ table }) => table)).toEqual(['leadline.deleted_accounts']);
    }
    expect(await readRowsOf(suite.owner, other.ids)).toEqual(before);
    expect((await acme.person.call('/api/session')).body.data).toMatchObject({ account: null, accounts: [] });
    expectError(
      await call(suite.api.url, '/api/webhook.php', makeLead(), { key: other.keys.live + acme.keys.live }),
      'invalid_api_key',
    );
    // API processes remember a key for a few seconds.
    const late = () => call(suite.api.url, '/api/webhook.php', makeLead(), { key: acme.keys.live });
    await waitFor(async () => [401, 403].includes((await late()).status), true);
  });

  test('is swept again, in case a last write arrived late', async () => {
    const [accountId = ''] = acme.ids;
    await pool.query(`insert into leadline.usage (account_id, month, leads) values ($1, '2020-01-01', 1)`, [
      accountId,
    ]);
    await runDeletion();
    await expectNoRows();
  });
});

test('an account that is not due cannot be deleted by the worker', async () => {
  const db = openInstallation(workerPool);
  await expect(sql`select leadline.delete_account_rows(${other.accountId}, 1)`.execute(db)).rejects.toThrow(
    'not due',
  );
  await expect(sql`select leadline.finish_account_deletion(${other.accountId})`.execute(db)).rejects.toThrow(
    'not due',
  );
});
