// An installation with three cells: every account's data is in its own cell, and nowhere else.

import {
  asOperator,
  createAccount,
  createKey,
  type Installation,
  type NewAccount,
  type RunningApi,
  revokeKey,
} from '@leadline/server';
import { openOwner } from '@leadline/testkit/database/accounts';
import { addTestCell, cloneAlone } from '@leadline/testkit/database/test-cells';
import { call } from '@leadline/testkit/http/call';
import { startTestApi } from '@leadline/testkit/service/start-in-process';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

const NAMES = ['main', 'north', 'south'];
let directory: Installation;
const cells = new Map<string, Installation>();
let api: RunningApi;
let accounts: NewAccount[];

beforeAll(async () => {
  const url = await cloneAlone();
  directory = openOwner(url);
  cells.set('main', directory);
  for (const name of NAMES.slice(1)) cells.set(name, openOwner(await addTestCell(url, name)));
  accounts = [];
  for (let place = 0; place < 6; place++)
    accounts.push(await createAccount(directory, `owner${place}@example.org`, 'unlimited'));
  api = await startTestApi(url);
});
afterAll(async () => {
  await api.stop();
  for (const cell of cells.values()) await cell.destroy();
});

const cellOf = async (accountId: string): Promise<string> =>
  (
    await directory
      .selectFrom('accounts')
      .select('cell')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
  ).cell;

const countLeads = async (cell: Installation, accountId: string): Promise<number> => {
  const { rows } = await sql<{ leads: number }>`
    select count(*)::int as leads from leadline.leads where account_id = ${accountId}`.execute(cell);
  return rows[0]?.leads ?? 0;
};

const idOf = ({ accountId }: NewAccount): string => accountId.replace('acct_', '');

test('new accounts go to the emptiest cell', async () => {
  const places = await Promise.all(accounts.map((account) => cellOf(idOf(account))));
  expect(places.toSorted()).toEqual(['main', 'main', 'north', 'north', 'south', 'south']);
});

test('leads are stored in the account’s cell and read from it', async () => {
  for (const account of accounts) {
    const lead = { name: 'Ada', email: 'ada@example.org', message: 'We need 20 seats by Friday.' };
    const { status, body } = await call(api.url, '/api/webhook.php', lead, { key: account.liveKey });
    expect(status).toBe(200);
    const home = await cellOf(idOf(account));
    for (const [name, cell] of cells)
      expect(await countLeads(cell, idOf(account)), name).toBe(name === home ? 1 : 0);
    const list = await call(api.url, '/api/leads', undefined, { key: account.liveKey });
    expect(list.body.data.map(({ lead_id }: { lead_id: string }) => lead_id)).toEqual([body.lead_id]);
  }
});

test('a new key works at once, and a revoked one stops working', async () => {
  for (const account of accounts) {
    const { key, keyId } = await createKey(directory, asOperator(idOf(account)), 'live', 'another');
    expect((await call(api.url, '/api/leads', undefined, { key })).status).toBe(200);
    await revokeKey(directory, keyId);
    await expect
      .poll(async () => (await call(api.url, '/api/leads', undefined, { key })).status, { timeout: 6_000 })
      .toBe(401);
  }
});
