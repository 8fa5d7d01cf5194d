// Commands of the operator for an installation with several cells.

import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Installation, makeSecretKeys } from '@leadline/server';
import { makeWebhookSeal } from '@leadline/server/testing';
import { makeAccountIn } from '@leadline/testkit/database/account-in-cell';
import { openOwner } from '@leadline/testkit/database/accounts';
import { addTestCell, cloneAlone } from '@leadline/testkit/database/test-cells';
import { startNode } from '@leadline/testkit/service/start-node';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

const MAIN = join(import.meta.dirname, '../src/main.ts');
const OLD_KEY = 'an old key that is long enough for tests';
const NEW_KEY = 'a new key that is long enough for tests';

let directoryUrl: string;
let directory: Installation;
let northUrl: string;
let north: Installation;

beforeAll(async () => {
  directoryUrl = await cloneAlone();
  directory = openOwner(directoryUrl);
  northUrl = await addTestCell(directoryUrl, 'north');
  north = openOwner(northUrl);
});
afterAll(async () => {
  await directory.destroy();
  await north.destroy();
});

const leadline = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  spawnSync(process.execPath, [MAIN, ...args], {
    encoding: 'utf8',
    timeout: 30_000,
    env: { ...process.env, DATABASE_URL: directoryUrl, NO_COLOR: '1', ...env },
  });

async function withCellAway<T>(work: () => T | Promise<T>): Promise<T> {
  await sql`insert into leadline.cells (name, address) values ('away', 'postgres://127.0.0.1:1/leadline')`.execute(
    directory,
  );
  try {
    return await work();
  } finally {
    await sql`delete from leadline.cells where name = 'away'`.execute(directory);
  }
}

const NOT_MIGRATED =
  'leadline: cell away was not migrated: cannot reach the database at 127.0.0.1:1: connection refused. Is it running?\n';

const outdate = (db: Installation) =>
  sql`delete from leadline.applied_functions where name = 'profile'`.execute(db);

test('migrate updates every cell, and says which one it could not reach', async () => {
  await outdate(north);
  const plan = leadline(['migrate', '--plan']);
  expect(plan.stdout).toMatch(/^up to date\n\ncell north:\nreplaces functions profile\n/);
  expect(JSON.parse(leadline(['migrate', '--plan', '--json']).stdout)).toMatchObject({
    functions: [],
    cells: [{ cell: 'north', functions: ['profile'] }],
  });
  const migrated = await withCellAway(() => leadline(['migrate']));
  expect(migrated.status).toBe(1);
  expect(migrated.stdout).toBe('up to date\ncell north:\nreplaced functions profile\n');
  expect(migrated.stderr).toBe(NOT_MIGRATED);
  expect(leadline(['migrate'])).toMatchObject({ status: 0, stdout: 'up to date\ncell north:\nup to date\n' });
});

test('serve updates every cell, and starts even if it could not reach one', async () => {
  await outdate(north);
  const log = join(await mkdtemp(join(tmpdir(), 'leadline-serve-')), 'log');
  const serve = await withCellAway(() =>
    startNode(log, [MAIN, 'serve', '--port', '0'], {
      DATABASE_URL: directoryUrl,
      SECRET_KEY: NEW_KEY,
      AI: 'off',
    }),
  );
  serve.stop();
  expect(await readFile(log, 'utf8')).toContain(NOT_MIGRATED);
  expect(leadline(['migrate', '--plan']).stdout).toBe('up to date\n\ncell north:\nup to date\n');
});

test('a plan says why the cells could not be listed, unless the database is empty', async () => {
  const otherUrl = await cloneAlone();
  const other = openOwner(otherUrl);
  const plan = () => leadline(['migrate', '--plan'], { DATABASE_URL: otherUrl });
  await sql`alter table leadline.cells rename column address to place`.execute(other);
  expect(plan()).toMatchObject({
    status: 1,
    stdout: '',
    stderr: 'leadline: column c.address does not exist\n',
  });
  await sql`drop schema leadline cascade`.execute(other);
  await other.destroy();
  expect(plan()).toMatchObject({ status: 0, stderr: '' });
});

test('what belongs to the directory can not be changed in a cell, and no process starts on one', async () => {
  const { accountId } = await makeAccountIn(directory, north, 'north');
  const { id: keyId } = await north
    .selectFrom('api_keys')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const env = { DATABASE_URL: northUrl, SECRET_KEY: NEW_KEY, PORT: '0', AI: 'off' };
  const countAccounts = async () => (await north.selectFrom('accounts').select('id').execute()).length;
  const before = await countAccounts();
  for (const args of [
    ['account', 'create', '--email', 'you@example.org', '--plan', 'free'],
    ['key', 'revoke', `key_${keyId.replaceAll('-', '')}`],
    ['api'],
    ['worker', '--cell', 'north'],
  ])
    expect(leadline(args, env), args.join(' ')).toMatchObject({
      status: 1,
      stderr:
        'leadline: this database is the cell "north"; run the command with the DATABASE_URL of the directory\n',
    });
  expect(await countAccounts()).toBe(before);
});

test('commands about a database itself work in a cell', () => {
  const env = { DATABASE_URL: northUrl, SECRET_KEY: NEW_KEY };
  for (const args of [['migrate'], ['job', 'dead'], ['secret-key', 'status']])
    expect(leadline(args, env), args.join(' ')).toMatchObject({ status: 0, stderr: '' });
});

test('secrets in a cell are counted and re-encrypted', async () => {
  const { accountId } = await makeAccountIn(directory, north, 'north');
  const id = '0193a0b0c0d070008000000000000001';
  const sealed = makeWebhookSeal(makeSecretKeys(OLD_KEY)).close(id, {
    url: 'https://example.org',
    secret: 'whsec_',
  });
  await sql`insert into leadline.webhook_endpoints (account_id, id, description, format, events, min_grade, sealed)
    values (${accountId}, ${id}, '', 'standard', '{}', 'Spam', ${sealed})`.execute(north);
  const keys = { SECRET_KEY: NEW_KEY, OTHER_SECRET_KEYS: OLD_KEY };
  expect(leadline(['secret-key', 'status'], keys)).toMatchObject({
    status: 1,
    stdout:
      'still encrypted with another key: webhooks 1, CRM connections 0, two-factor secrets 0, intake keys 0, sessions of single sign-on 0\n',
  });
  expect(leadline(['secret-key', 're-encrypt'], keys)).toMatchObject({ status: 0 });
  expect(leadline(['secret-key', 'status'], { SECRET_KEY: NEW_KEY })).toMatchObject({ status: 0 });
});

test('failed jobs are listed with their cell and retried there', async () => {
  await sql`insert into leadline_jobs.job (name, data, source_name)
    values ('dead-letters', '{"account":"a"}', 'deliver')`.execute(north);
  const [job] = JSON.parse(leadline(['job', 'dead', '--json']).stdout);
  expect(job).toMatchObject({ cell: 'north', queue: 'deliver' });
  expect(leadline(['job', 'dead']).stdout).toMatch(/^north {2}/);
  expect(leadline(['job', 'retry']).stdout).toBe('retrying 1 job\n');
});

test('an account is exported from its cell, and imported into another one with its keys and data', async () => {
  const { accountId } = await makeAccountIn(directory, north, 'north');
  await sql`insert into leadline.retention (account_id, days) values (${accountId}, 30)`.execute(north);
  const file = join(await mkdtemp(join(tmpdir(), 'leadline-export-')), 'account');
  const env = { TRANSFER_PASSPHRASE: 'a passphrase for tests' };
  const exported = leadline(['account', 'export', `acct_${accountId}`, '--output', file], env);
  expect(exported).toMatchObject({ status: 0, stderr: '' });

  const otherUrl = await cloneAlone();
  const other = openOwner(otherUrl);
  const southUrl = await addTestCell(otherUrl, 'south');
  const south = openOwner(southUrl);
  const importInto = (...args: readonly string[]) =>
    leadline(['account', 'import', file, ...args], { ...env, DATABASE_URL: otherUrl });
  expect(leadline(['account', 'import', file], { ...env, DATABASE_URL: southUrl })).toMatchObject({
    status: 1,
    stderr:
      'leadline: this database is the cell "south"; run the command with the DATABASE_URL of the directory\n',
  });
  expect(importInto('--cell', 'nowhere')).toMatchObject({
    status: 1,
    stderr: 'leadline: there is no cell "nowhere"; "leadline cell list" shows all cells\n',
  });
  await sql`update leadline.cells set is_open = (name = 'south')`.execute(other);
  expect(importInto('--cell', 'main')).toMatchObject({
    status: 1,
    stderr:
      'leadline: the cell "main" takes no new accounts; choose another one, or open it with "leadline cell open main"\n',
  });
  // An import that was killed after it had stored the account in the cell.
  await sql`insert into leadline.accounts (id, email, plan, cell, presence)
    values (${accountId}, 'owner@example.org', 'unlimited', 'south', 'held')`.execute(south);
  await sql`insert into leadline.retention (account_id, days) values (${accountId}, 1)`.execute(south);
  const imported = importInto();
  expect(imported).toMatchObject({ status: 0, stderr: '' });
  expect(imported.stdout).toMatch(
    new RegExp(
      `^importing into the cell "south"\\nimported acct_${accountId}: 0 leads, \\d+ rows; .* match\\n$`,
    ),
  );

  const look = async (db: Installation) => {
    const { rows } = await sql`
      select a.cell, a.presence, (select count(*)::int from leadline.api_keys k where k.account_id = a.id) as keys,
        array(select r.days from leadline.retention r where r.account_id = a.id) as days,
        (select count(*)::int from leadline.account_moves) as moves
      from leadline.accounts a where ${accountId} in (a.id, a.test_of) order by a.test_of nulls first`.execute(
      db,
    );
    return rows;
  };
  const place = { cell: 'south', keys: 1, moves: 0 };
  expect(await look(other)).toEqual([
    { ...place, presence: 'elsewhere', days: [] },
    { ...place, presence: 'elsewhere', days: [] },
  ]);
  expect(await look(south)).toEqual([
    { ...place, presence: 'here', days: [30] },
    { ...place, presence: 'here', days: [] },
  ]);
  await other.destroy();
  await south.destroy();
});
