// Where a new account is placed, and what that costs in an installation with many accounts.

import { createAccount, type Installation } from '@leadline/server';
import { openOwner } from '@leadline/testkit/database/accounts';
import { cloneAlone } from '@leadline/testkit/database/test-cells';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';

const OTHERS = 3_000;
/** Triggers and foreign keys look some up. */
const FEW = 200;

let directory: Installation;
beforeEach(async () => {
  directory = openOwner(await cloneAlone());
  await addAccounts('main', OTHERS, '1 day');
  await sql`analyze leadline.accounts`.execute(directory);
});
afterEach(() => directory.destroy());

test('creating an account does not read all others', async () => {
  expect(await countReadAccounts()).toBeLessThan(FEW);
});

test('with several cells, creating an account only counts those added since a cell was measured', async () => {
  await sql`update leadline.cells set measured_at = now(), accounts = ${OTHERS}, bytes = 1e9::bigint`.execute(
    directory,
  );
  await addCell('north', 1e9);
  await addAccounts('north', 20, '0 seconds');
  expect(await countReadAccounts()).toBeLessThan(FEW);
});

test('new accounts spread over equally full cells before anybody has measured them again', async () => {
  await sql`update leadline.cells set measured_at = now(), accounts = 0, bytes = 0`.execute(directory);
  await addCell('north', 0);
  await addAccounts('main', 5, '0 seconds');
  await addAccounts('north', 4, '0 seconds');
  expect(await choose()).toBe('north');
  await addAccounts('north', 2, '0 seconds');
  expect(await choose()).toBe('main');
});

test('an account that moved to a cell since that was measured counts there', async () => {
  await sql`update leadline.cells set measured_at = now(), accounts = 0, bytes = 0`.execute(directory);
  await addCell('north', 0);
  await addAccounts('main', 1, '0 seconds');
  expect(await choose()).toBe('north');
  await sql`
    insert into leadline.account_moves (account_id, source, target, step, frozen_at, switched_at)
    select a.id, 'main', 'north', 'switched', now(), now() from leadline.accounts a order by a.id limit 2`.execute(
    directory,
  );
  expect(await choose()).toBe('main');
});

const addCell = (name: string, bytes: number): Promise<unknown> =>
  sql`insert into leadline.cells (name, address, bytes, measured_at)
    values (${name}, 'postgres://127.0.0.1:1/none', ${bytes}::bigint, now())`.execute(directory);

const addAccounts = (cell: string, count: number, age: string): Promise<unknown> =>
  sql`insert into leadline.accounts (id, email, plan, cell, created_at)
    select gen_random_uuid(), 'owner@example.com', 'free', ${cell}, now() - ${age}::interval
    from generate_series(1, ${count}::integer)`.execute(directory);

async function choose(): Promise<string | undefined> {
  const { rows } = await sql<{ cell: string }>`select leadline.choose_cell() as cell`.execute(directory);
  return rows[0]?.cell;
}

/** Rows and index entries of accounts, while one is created. */
async function countReadAccounts(): Promise<number> {
  const before = await readStatistics();
  await createAccount(directory, 'owner@example.com', 'free');
  return (await readStatistics()) - before;
}

async function readStatistics(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(directory);
  const { rows } = await sql<{ read: number }>`
    select (t.seq_tup_read + (select coalesce(sum(i.idx_tup_read), 0) from pg_stat_user_indexes i
      where i.relid = t.relid))::integer as read
    from pg_stat_user_tables t where t.relid = 'leadline.accounts'::regclass`.execute(directory);
  return rows[0]?.read ?? 0;
}
