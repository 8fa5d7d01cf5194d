// The directory's changes reach the cells that answer, whatever happens to the others.

import { setTimeout as sleep } from 'node:timers/promises';
import {
  asOperator,
  createAccount,
  createKey,
  type Installation,
  type NewAccount,
  type RunningApi,
  revokeKey,
} from '@leadline/server';
import { deliverToCell } from '@leadline/testkit/database/account-in-cell';
import { openOwner } from '@leadline/testkit/database/accounts';
import { withoutLogin } from '@leadline/testkit/database/share-login';
import { addTestCell, cloneAlone } from '@leadline/testkit/database/test-cells';
import { call } from '@leadline/testkit/http/call';
import { makeLeadToWrite } from '@leadline/testkit/leads/lead-to-write';
import { startTestApi } from '@leadline/testkit/service/start-in-process';
import { waitFor } from '@leadline/testkit/wait-for';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { moveAccount } from '../../src/cells/moves/move-account.ts';
import { writeLeads } from '../../src/leads/intake/write-leads.ts';
import { openPool } from '../../src/platform/db/pool.ts';
import { type SilentProxy, startSilentProxy } from '../support/silent-proxy.ts';

let directoryUrl: string;
let directory: Installation;
let north: Installation;
let south: Installation;
let northUrl: string;
let southUrl: string;
let proxy: SilentProxy;
let api: RunningApi;

beforeAll(async () => {
  directoryUrl = await cloneAlone();
  directory = openOwner(directoryUrl);
  northUrl = await addTestCell(directoryUrl, 'north');
  southUrl = await addTestCell(directoryUrl, 'south');
  north = openOwner(northUrl);
  south = openOwner(southUrl);
});
beforeEach(async () => {
  proxy = await startSilentProxy(northUrl);
  await setAddress('north', proxy.url);
  api = await startTestApi(directoryUrl);
  return async () => {
    await proxy.close();
    await setAddress('north', northUrl);
    await api.stop();
  };
});
afterAll(async () => {
  for (const db of [directory, north, south]) await db.destroy();
});

const setAddress = (name: string, url: string): Promise<unknown> =>
  sql`update leadline.cells set address = ${withoutLogin(url)} where name = ${name}`.execute(directory);

/** An account that the cell knows. */
async function makeAccountIn(name: string): Promise<NewAccount> {
  await sql`update leadline.cells set is_open = (name = ${name})`.execute(directory);
  const account = await createAccount(directory, `${name}@example.org`, 'unlimited');
  await sql`update leadline.cells set is_open = true`.execute(directory);
  await waitFor(async () => (await sendLead(account)).status, 200);
  return account;
}

let sent = 0;
const sendLead = ({ liveKey }: Pick<NewAccount, 'liveKey'>): ReturnType<typeof call> =>
  call(
    api.url,
    '/api/webhook.php',
    { name: 'Ada', email: `ada${++sent}@example.org`, message: 'Please call me.' },
    { key: liveKey },
  );

const idOf = ({ accountId }: NewAccount): string => accountId.replace('acct_', '');

const presenceIn = async (cell: Installation, account: NewAccount): Promise<string | undefined> =>
  (await cell.selectFrom('accounts').select('presence').where('id', '=', idOf(account)).executeTakeFirst())
    ?.presence;

async function hasKey(cell: Installation, account: NewAccount, name: string): Promise<boolean> {
  const rows = await cell
    .selectFrom('api_keys')
    .select('expires_at')
    .where('account_id', '=', idOf(account))
    .where('name', '=', name)
    .execute();
  return rows.some(({ expires_at }) => expires_at === null);
}

const addKey = (account: NewAccount, name: string): ReturnType<typeof createKey> =>
  createKey(directory, asOperator(account.accountId), 'live', name);

/** Many more than the courier has connections. */
async function changeMany(cell: string): Promise<NewAccount[]> {
  const accounts: NewAccount[] = [];
  for (let count = 0; count < 6; count++) accounts.push(await makeAccountIn(cell));
  proxy.fallSilent();
  for (const account of accounts) await addKey(account, 'while silent');
  return accounts;
}

test('a revoked key stops working at once, although another cell does not answer', async () => {
  const healthy = await makeAccountIn('south');
  const silent = await changeMany('north');
  for (let round = 0; round < 3; round++) {
    await sleep(1_500);
    const startedAt = performance.now();
    const { keyId } = await addKey(healthy, `key ${round}`);
    await waitFor(() => hasKey(south, healthy, `key ${round}`), true);
    await revokeKey(directory, keyId);
    await waitFor(() => hasKey(south, healthy, `key ${round}`), false);
    expect(performance.now() - startedAt).toBeLessThan(2_500);
  }
  proxy.speakAgain();
  for (const account of silent) await waitFor(() => hasKey(north, account, 'while silent'), true);
});

test('an account whose mover has died is opened, although a cell of another move is down', async () => {
  const [frozen, other] = [await makeAccountIn('south'), await makeAccountIn('north')];
  await proxy.close();
  await sql`
    insert into leadline.account_moves (account_id, source, target, step, frozen_at) values
      (${idOf(other)}, 'north', 'south', 'copying', null), (${idOf(frozen)}, 'south', 'main', 'frozen', now())`.execute(
    directory,
  );
  await sql`update leadline.accounts set presence = 'held' where id = ${idOf(frozen)}`.execute(south);
  await waitFor(() => presenceIn(south, frozen), 'here');
  await addKey(frozen, 'new');
  await waitFor(() => hasKey(south, frozen, 'new'), true);
  await sql`delete from leadline.account_moves`.execute(directory);
  proxy = await startSilentProxy(northUrl);
});

test('an account is not written to another cell that its address leads to by mistake', async () => {
  const account = await makeAccountIn('south');
  const wrong = Object.assign(new URL(northUrl), { hostname: 'localhost' }).href;
  await setAddress('south', wrong);
  try {
    await sleep(2_500); // the API has the new address
    await addKey(account, 'new');
    await sleep(1_000);
    expect((await sendLead(account)).status).toBe(503);
    expect(await presenceIn(north, account)).toBeUndefined();
    await expect(deliverToCell(directory, north, idOf(account))).rejects.toThrow(
      'this database is the cell "north", but the account lives in "south"',
    );
    const moving = await makeAccountIn('main');
    await expect(moveAccount({ directoryUrl, accountId: idOf(moving), target: 'south' })).rejects.toThrow(
      'the address of the cell "south" leads to the cell "north"',
    );
  } finally {
    await setAddress('south', southUrl);
  }
  await waitFor(() => hasKey(south, account, 'new'), true);
  await waitFor(async () => (await sendLead(account)).status, 200);
});

test('a cell stores no leads of an account that it does not know', async () => {
  const account = await makeAccountIn('south');
  const pool = openPool(northUrl, { size: 1, role: 'leadline_api' });
  const client = await pool.connect();
  await expect(writeLeads(client, [makeLeadToWrite(idOf(account))])).rejects.toMatchObject({
    code: 'LL001',
  });
  client.release(true);
  await pool.end();
});

test('an account that has moved works although its old cell was shut down', async () => {
  const account = await makeAccountIn('north');
  await moveAccount({ directoryUrl, accountId: idOf(account), target: 'south' });
  await sleep(3_000);
  await proxy.close();
  const startedAt = performance.now();
  expect((await sendLead(account)).status).toBe(200);
  const list = await call(api.url, '/api/leads', undefined, { key: account.liveKey });
  expect(list.status).toBe(200);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  proxy = await startSilentProxy(northUrl);
});

test('new accounts are placed in a cell that has answered lately', async () => {
  await sql`update leadline.cells set is_open = true, bytes = 0, accounts = 0`.execute(directory);
  await sql`
    update leadline.cells set bytes = 1e12::bigint, measured_at = now() where name in ('south', 'main')`.execute(
    directory,
  );
  await sql`
    update leadline.cells set measured_at = now() - interval '4 minutes', added_at = now() - interval '1 day'
    where name = 'north'`.execute(directory);
  const choose = async (): Promise<string | undefined> =>
    (await sql<{ cell: string }>`select leadline.choose_cell() as cell`.execute(directory)).rows[0]?.cell;
  expect(await choose()).not.toBe('north');
  await sql`update leadline.cells set is_open = (name = 'north')`.execute(directory);
  expect(await choose()).toBe('north');
});
