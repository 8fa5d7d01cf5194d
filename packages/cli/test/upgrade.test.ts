// `leadline migrate --plan`, and moving an account by `leadline account export` and `import`.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPool } from '@leadline/server';
import { cloneDatabase } from '@leadline/testkit/database/clone-database';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

const MAIN = join(import.meta.dirname, '../src/main.ts');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leadline-upgrade-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const leadline = (databaseUrl: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  spawnSync(process.execPath, [MAIN, ...args], {
    encoding: 'utf8',
    cwd: folder,
    env: { ...process.env, INIT_CWD: folder, DATABASE_URL: databaseUrl, NO_COLOR: '1', ...env },
  });

async function query(databaseUrl: string, text: string): Promise<void> {
  const pool = openPool(databaseUrl, { size: 1 });
  await pool.query(text);
  await pool.end();
}

test('the plan of a migration is printed, and nothing is run', async () => {
  const url = await cloneDatabase();
  expect(leadline(url, ['migrate', '--plan'])).toMatchObject({ status: 0, stdout: 'up to date\n' });
  // As if it had not been run yet.
  await query(url, 'delete from leadline.migrations');
  await query(url, `update leadline.applied_functions set sha256 = '' where name = 'write_leads'`);
  const { stdout } = leadline(url, ['migrate', '--plan']);
  expect(stdout).toContain('runs 0001_schema\n');
  expect(stdout).toContain('replaces functions write_leads\n');
  expect(leadline(url, ['migrate', '--plan']).stdout).toBe(stdout);
  expect(JSON.parse(leadline(url, ['migrate', '--plan', '--json']).stdout)).toMatchObject({
    functions: ['write_leads'],
  });
  await query(inject('postgresUrl'), 'create database planned');
  const empty = Object.assign(new URL(url), { pathname: 'planned' }).href;
  expect(leadline(empty, ['migrate', '--plan']).stdout).toMatch(/^runs 0001_schema\nreplaces functions /);
});

test('an account moves from one installation to another', async () => {
  const [first, second] = [await cloneDatabase(), await cloneDatabase()];
  const created = leadline(first, ['account', 'create', '--email', 'a@b.co', '--plan', 'free', '--json']);
  const { account_id } = JSON.parse(created.stdout);
  const secret = join(folder, 'passphrase');
  await writeFile(secret, 'correct horse battery\n');
  const env = { TRANSFER_PASSPHRASE_FILE: secret };
  const move = ['account', 'export', account_id, '--output', 'acme.leadline'];
  expect(leadline(first, move).stderr).toContain('set TRANSFER_PASSPHRASE');
  expect(
    leadline(first, ['account', 'export', `acct_${'0'.repeat(32)}`, '--output', 'none'], env),
  ).toMatchObject({
    status: 1,
    stderr: 'leadline: no account with this ID\n',
  });
  expect(existsSync(join(folder, 'none.part'))).toBe(false);
  expect(leadline(first, move, env).stdout).toContain(`exported ${account_id} to acme.leadline: 0 leads, `);
  expect((await stat(join(folder, 'acme.leadline'))).mode & 0o777).toBe(0o600);
  const wrong = { TRANSFER_PASSPHRASE: 'another passphrase' };
  expect(leadline(second, ['account', 'import', 'acme.leadline'], wrong).stderr).toContain(
    'wrong passphrase',
  );
  expect(leadline(second, ['account', 'import', 'acme.leadline'], env).stdout).toMatch(
    new RegExp(`^imported ${account_id}: 0 leads, \\d+ rows; counts and checksums match\n$`),
  );
  expect(leadline(second, ['key', 'list', '--account', account_id]).stdout).toContain('ll_live_');
});
