// Commands for operators: migrations, accounts, plans and keys, and the errors they report.

import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { makeSecretKeys, openInstallation, openPool } from '@leadline/server';
import { makeWebhookSeal } from '@leadline/server/testing';
import { makeLogins } from '@leadline/testkit/drills/make-logins';
import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, test } from 'vitest';

const MAIN = join(import.meta.dirname, '../src/main.ts');

let databaseUrl: string;
beforeAll(async () => {
  databaseUrl = await makeDatabase();
  expect(leadline('migrate').stdout).toMatch(/^ran 0001_schema\nreplaced functions .+\n$/);
});

async function makeDatabase(): Promise<string> {
  const name = `cli_${randomBytes(6).toString('hex')}`;
  const pool = openPool(inject('postgresUrl'), { size: 1 });
  await pool.query(`create database ${name}`);
  await pool.end();
  return Object.assign(new URL(inject('postgresUrl')), { pathname: name }).href;
}

function leadline(...args: readonly string[]) {
  return spawnSync(process.execPath, [MAIN, ...args], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: databaseUrl, NO_COLOR: '1' },
  });
}

const KEY = {
  old: 'an old key that is long enough for tests',
  new: 'a new key that is long enough for tests',
};

function secretKey(command: string, env: Readonly<Record<string, string>>) {
  return spawnSync(process.execPath, [MAIN, 'secret-key', command], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: databaseUrl, NO_COLOR: '1', ...env },
  });
}

test('secret-key says whether the old key is still needed, and re-encrypts', async () => {
  const db = openInstallation(openPool(databaseUrl, { size: 1 }));
  const id = '0193a0b0c0d070008000000000000001';
  const sealed = makeWebhookSeal(makeSecretKeys(KEY.old)).close(id, {
    url: 'https://example.org',
    secret: 'whsec_',
  });
  await sql`insert into leadline.webhook_endpoints (account_id, id, description, format, events, min_grade, sealed)
    values (gen_random_uuid(), ${id}, '', 'standard', '{}', 'Spam', ${sealed})`.execute(db);
  await db.destroy();
  const onlyNew = { SECRET_KEY: KEY.new };
  const both = { ...onlyNew, OTHER_SECRET_KEYS: KEY.old };
  expect(secretKey('status', both)).toMatchObject({
    status: 1,
    stdout:
      'still encrypted with another key: webhooks 1, CRM connections 0, two-factor secrets 0, intake keys 0, sessions of single sign-on 0\n',
  });
  expect(secretKey('re-encrypt', onlyNew)).toMatchObject({ status: 1 });
  expect(secretKey('re-encrypt', both)).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^re-encrypted 1\neverything is encrypted with SECRET_KEY/),
  });
  expect(secretKey('status', onlyNew)).toMatchObject({ status: 0 });
  expect(secretKey('status', {})).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('SECRET_KEY is not set'),
  });
});

const createAccount = (): { account_id: string; live_key: string; test_key: string } =>
  JSON.parse(leadline('account', 'create', '--email', 'you@example.org', '--plan', 'free', '--json').stdout);

test('migrating again changes nothing', () => {
  expect(leadline('migrate')).toMatchObject({ status: 0, stdout: 'up to date\n' });
});

test('a new account has a live key and a test key', () => {
  expect(createAccount()).toEqual({
    account_id: expect.stringMatching(/^acct_[0-9a-f]{32}$/),
    plan: 'free',
    live_key: expect.stringMatching(/^ll_live_\w{38}$/),
    test_key: expect.stringMatching(/^ll_test_\w{38}$/),
  });
});

test('keys can be created, listed, rotated and revoked, and the list never shows a whole key', () => {
  const { account_id, live_key } = createAccount();
  const created = JSON.parse(
    leadline('key', 'create', '--account', account_id, '--name', 'Form', '--json').stdout,
  );
  const rotated = JSON.parse(leadline('key', 'rotate', created.key_id, '--grace', '1', '--json').stdout);
  expect(leadline('key', 'revoke', rotated.key_id)).toMatchObject({ status: 0 });
  const list = leadline('key', 'list', '--account', account_id);
  expect(list.stdout).toContain(created.key_id);
  expect(list.stdout).toMatch(new RegExp(`${rotated.key_id}.*revoked`));
  for (const key of [live_key, created.key, rotated.key]) expect(list.stdout).not.toContain(key);
});

test('the scope of a key is chosen when it is created and shown in the list', () => {
  const { account_id } = createAccount();
  const create = (...more: readonly string[]) =>
    leadline('key', 'create', '--account', account_id, '--json', ...more);
  for (const scope of ['api', 'read', 'send', 'intake'])
    expect(create('--scope', scope)).toMatchObject({ status: 0 });
  expect(create('--intake')).toMatchObject({ status: 0 });
  expect(create('--scope', 'everything')).toMatchObject({ status: 2 });
  const list = leadline('key', 'list', '--account', account_id);
  expect(list.stdout.match(/read only/g)).toHaveLength(1);
  expect(list.stdout.match(/send only/g)).toHaveLength(1);
  expect(list.stdout.match(/ll_intake_/g)).toHaveLength(2);
});

test('a key can be created with a date on which it expires, or a number of days', () => {
  const { account_id } = createAccount();
  const create = (when: string) =>
    leadline('key', 'create', '--account', account_id, '--json', '--expires', when);
  const day = new Date(Date.now() + 90 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  for (const when of ['90d', day]) expect(create(when)).toMatchObject({ status: 0 });
  const { stdout } = leadline('key', 'list', '--account', account_id);
  expect(stdout.match(new RegExp(`expires ${day}`, 'g'))).toHaveLength(2);
  for (const when of ['90', '2027-13-01'])
    expect(create(when)).toMatchObject({ status: 2, stderr: expect.stringContaining('such as 90d') });
  expect(create('0d')).toMatchObject({ status: 1, stderr: expect.stringContaining('in the future') });
});

test('setup-token prints a link until somebody has signed up', async () => {
  const { status, stdout } = leadline('setup-token');
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /^set up {4}http:\/\/127\.0\.0\.1:8080\/sign-up#setup=[\w-]{22}\nOpen this link .+ 24 hours\.\n$/,
  );
  expect(
    leadline('account', 'add-member', createAccount().account_id, '--email', 'ana@example.org').status,
  ).toBe(0);
  const { status: exit, stderr } = leadline('setup-token');
  expect(exit).toBe(1);
  expect(stderr).toMatch(/^leadline: somebody has already signed up; ask an owner/);
});

test('setup-token works with the variables of an API process', async () => {
  const database = await makeDatabase();
  const run = (command: string, env: Readonly<Record<string, string>>) =>
    spawnSync(process.execPath, [MAIN, command], {
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1', ...env },
    });
  const { API_DATABASE_URL, AUTH_DATABASE_URL, WORKER_DATABASE_URL } = makeLogins(database);
  const logins = { API_DATABASE_URL, AUTH_DATABASE_URL, WORKER_DATABASE_URL };
  expect(run('migrate', { DATABASE_URL: database, ...logins })).toMatchObject({ status: 0 });
  const ofApi = {
    DATABASE_URL: API_DATABASE_URL,
    AUTH_DATABASE_URL,
    PUBLIC_URL: 'https://leads.example.org',
  };
  expect(run('setup-token', ofApi)).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^set up {4}https:\/\/leads\.example\.org\/sign-up#setup=[\w-]{22}\n/),
  });
});

test('set-plan changes the plan', () => {
  const { account_id } = createAccount();
  expect(leadline('account', 'set-plan', account_id, 'growth')).toMatchObject({
    status: 0,
    stdout: `${account_id} is on the growth plan\n`,
  });
});

describe('a mistake is reported in one line', () => {
  test.each([
    [
      ['account', 'create', '--email', 'you@example.org', '--plan', 'gold'],
      1,
      /no plan called "gold"; choose free/,
    ],
    [['account', 'set-plan', `acct_${'0'.repeat(32)}`, 'free'], 1, /no such account/],
    [['key', 'revoke', `key_${'0'.repeat(32)}`], 1, /no such key, or it was already revoked/],
    [['key', 'revoke', 'nonsense'], 2, /Use an ID like key_…/],
  ])('%j', (args, status, message) => {
    const { status: exit, stderr } = leadline(...args);
    expect(exit).toBe(status);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('    at ');
  });

  test('a database that is not running is reported', () => {
    const { status, stderr } = spawnSync(process.execPath, [MAIN, 'migrate'], {
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' },
    });
    expect(status).toBe(1);
    expect(stderr).toBe(
      'leadline: cannot reach the database at 127.0.0.1:1: connection refused. Is it running?\n',
    );
  });
});
