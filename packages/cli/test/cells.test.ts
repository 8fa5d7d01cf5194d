// `leadline cell` and `leadline account move`.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { withoutLogin } from '@leadline/testkit/database/share-login';
import { cloneAlone } from '@leadline/testkit/database/test-cells';
import { beforeAll, expect, test } from 'vitest';

const MAIN = join(import.meta.dirname, '../src/main.ts');

let databaseUrl: string;
let address: string;
let account: string;
beforeAll(async () => {
  databaseUrl = await cloneAlone();
  address = withoutLogin(await cloneAlone());
});

const leadline = (...args: readonly string[]) =>
  spawnSync(process.execPath, [MAIN, ...args], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: databaseUrl, NO_COLOR: '1' },
  });

test('an account moves to a new cell and back when the cell is drained', () => {
  ({ account_id: account } = JSON.parse(
    leadline('account', 'create', '--email', 'you@example.org', '--plan', 'free', '--json').stdout,
  ));
  expect(leadline('cell', 'add', 'north', address)).toMatchObject({
    status: 0,
    stdout: 'added the cell "north"\n',
  });
  const moved = leadline('account', 'move', account, 'north');
  expect(moved.stderr).toBe('');
  expect(moved.stdout).toMatch(
    new RegExp(
      `^preparing the copy\\ncopied.*\\n(.*\\n)*switched; the account was frozen for \\d+ ms\\nverified: counts and checksums match in \\d+ rows\\n${account} is in the cell "north"\\n"leadline cell clean" deletes its rows in "main" from .* UTC on\\n$`,
    ),
  );
  const listed = leadline('cell', 'list', '--json');
  expect(JSON.parse(listed.stdout)).toEqual([
    expect.objectContaining({ name: 'main', address: null, accounts: 0, old_copies: 1, is_away: false }),
    expect.objectContaining({
      name: 'north',
      address,
      accounts: 1,
      is_open: true,
      bytes: expect.any(Number),
    }),
  ]);
  expect(leadline('cell', 'list').stdout).toMatch(
    /^main {2}the directory {2}open, 0 accounts, \d+ MB, 1 old copy\nnorth {2}postgres:.* {2}open, 1 account, \d+ MB\n$/,
  );
  expect(leadline('cell', 'clean')).toMatchObject({ status: 0, stdout: '' });
  const drained = leadline('cell', 'drain', 'north', '--keep-source-for', '0');
  expect(drained.stdout).toMatch(new RegExp(`^${account} → main, 1 to go\\n`));
  expect(drained.stdout).toMatch(/moved 1 account away from "north"\n$/);
  expect(JSON.parse(leadline('cell', 'list', '--json').stdout)).toEqual([
    expect.objectContaining({ name: 'main', accounts: 1, old_copies: 0 }),
    expect.objectContaining({ name: 'north', accounts: 0, old_copies: 0, is_open: false }),
  ]);
});

test('a closed cell gets no accounts, and the last open one is not closed', () => {
  expect(leadline('account', 'move', account, 'north')).toMatchObject({
    status: 1,
    stderr:
      'leadline: the cell "north" takes no new accounts; choose another one, open it with "leadline cell open north", or add --even-if-closed\n',
  });
  expect(leadline('cell', 'drain', 'main', '--only-close')).toMatchObject({
    status: 1,
    stderr:
      'leadline: no other cell is open, so that new accounts would have no place; open one with "leadline cell open", or add one\n',
  });
  expect(leadline('cell', 'open', 'north')).toMatchObject({
    status: 0,
    stdout: 'the cell "north" takes new accounts\n',
  });
  expect(leadline('cell', 'drain', 'north', '--only-close')).toMatchObject({
    status: 0,
    stdout: 'the cell "north" takes no new accounts\n',
  });
});

test('a cell gets another address, and is removed once it is closed and empty', () => {
  const other = Object.assign(new URL(address), { hostname: 'localhost' }).href;
  expect(leadline('cell', 'set-address', 'north', other)).toMatchObject({
    status: 0,
    stdout: `the cell "north" is at ${other}\n`,
  });
  expect(leadline('cell', 'remove', 'north')).toMatchObject({
    status: 0,
    stdout: 'removed the cell "north"\nIts database stays. Drop it when you no longer need it.\n',
  });
});

test('a mistake is reported in one line', () => {
  const nobody = `acct_${'0'.repeat(32)}`;
  for (const [args, status, message] of [
    [['account', 'move', nobody, 'north'], 1, /no account with this ID/],
    [['account', 'move', 'nonsense', 'north'], 2, /Use an ID like acct_…/],
    [['account', 'move', nobody, 'north', '--keep-source-for', 'ever'], 2, /Use hours/],
    [['cell', 'add', 'main', address], 1, /choose another name/],
    [['cell', 'drain', 'nowhere'], 1, /there is no cell "nowhere"/],
  ] as const) {
    const { status: exit, stderr } = leadline(...args);
    expect(exit, args.join(' ')).toBe(status);
    expect(stderr).toMatch(message);
  }
});
