// An account in another cell is deleted there first. Then the directory's own worker deletes the rest.

import { addMember, type Installation } from '@leadline/server';
import { deliverToCell, makeAccountIn } from '@leadline/testkit/database/account-in-cell';
import { openOwner } from '@leadline/testkit/database/accounts';
import { addTestCell, cloneAlone } from '@leadline/testkit/database/test-cells';
import { openWorkerPool } from '@leadline/testkit/database/worker-pool';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteDueAccounts } from '../../src/accounts/lifecycle/delete-accounts.ts';
import { cancelDeletion, scheduleDeletion } from '../../src/accounts/lifecycle/schedule-deletion.ts';
import { confirmDeletion } from '../../src/cells/workers/delete-due-copies.ts';
import { makeId } from '../../src/platform/base/ids.ts';
import { asOperator } from '../../src/platform/db/account-scope.ts';
import { openInstallation } from '../../src/platform/db/installation.ts';
import { readRowsOf } from '../support/account-tables.ts';

let directory: Installation;
let north: Installation;
let directoryWorker: Installation;
let northWorker: Installation;
let accountId: string;
let otherId: string;

beforeAll(async () => {
  const directoryUrl = await cloneAlone();
  const northUrl = await addTestCell(directoryUrl, 'north');
  directory = openOwner(directoryUrl);
  north = openOwner(northUrl);
  directoryWorker = openInstallation(openWorkerPool(directoryUrl));
  northWorker = openInstallation(openWorkerPool(northUrl));
  ({ accountId } = await makeAccountIn(directory, north, 'north'));
  ({ accountId: otherId } = await makeAccountIn(directory, north, 'north'));
  await addMember(directory, accountId, 'ada@example.org', 'owner');
  const { userId } = await addMember(directory, accountId, 'grace@example.org', 'rep');
  await addMember(directory, otherId, 'grace@example.org', 'owner', true);
  await sql`
    insert into leadline.sessions (id, user_id, token, expires_at, active_account_id)
    values (${makeId()}, ${userId}, 'token', now() + interval '1 day', ${accountId})`.execute(directory);
  for (const id of [accountId, otherId]) await deliverToCell(directory, north, id);
});
afterAll(async () => {
  for (const db of [directory, north, directoryWorker, northWorker]) await db.destroy();
});

const runDeletion = (db: Installation): Promise<void> =>
  deleteDueAccounts(db, { info: () => {}, error: () => {} }, new AbortController().signal, (id) =>
    confirmDeletion(directory, id),
  );

async function makeDue(id: string): Promise<void> {
  await scheduleDeletion(directory, asOperator(id), 0);
  await sql`update leadline.accounts set delete_at = now() where ${id} in (id, test_of)`.execute(directory);
}

const listPeople = async (db: Installation): Promise<string[]> =>
  (await db.selectFrom('users').select('email').orderBy('email').execute()).map(({ email }) => email);

const countRows = async (db: Installation, id: string): Promise<number> =>
  [...(await readRowsOf(db, [id])).values()].flat().length;

const hasAccount = async (db: Installation, id: string): Promise<boolean> =>
  (await db.selectFrom('accounts').select('id').where('id', '=', id).execute()).length === 1;

test('a due account is deleted in its cell, then in the directory, and others stay', async () => {
  await makeDue(accountId);
  await runDeletion(northWorker);
  expect(await hasAccount(north, accountId)).toBe(true); // the cell doesn't know yet
  await deliverToCell(directory, north, accountId);
  const others = [await countRows(directory, otherId), await countRows(north, otherId)];

  await runDeletion(directoryWorker);
  expect(await hasAccount(directory, accountId)).toBe(true); // the cell comes first
  expect(await countRows(directory, accountId)).toBeGreaterThan(0);

  await runDeletion(northWorker);
  expect(await hasAccount(north, accountId)).toBe(false);
  expect(await countRows(north, accountId)).toBe(0);
  expect(await listPeople(north)).toEqual(['grace@example.org']);

  expect(await deliverToCell(directory, north, accountId)).toBe(false);
  await runDeletion(directoryWorker);
  expect(await hasAccount(directory, accountId)).toBe(false);
  expect(await countRows(directory, accountId)).toBe(0);
  expect(await listPeople(directory)).toEqual(['ada@example.org', 'grace@example.org']);
  const sessions = await directory.selectFrom('sessions').select('active_account_id').execute();
  expect(sessions).toEqual([{ active_account_id: null }]);
  expect([await countRows(directory, otherId), await countRows(north, otherId)]).toEqual(others);
});

test('an account that is on its way to another cell is not deleted', async () => {
  const { accountId: moving } = await makeAccountIn(directory, north, 'north');
  await makeDue(moving);
  await deliverToCell(directory, north, moving);
  for (const presence of ['leaving', 'held', 'elsewhere'] as const) {
    await sql`update leadline.accounts set presence = ${presence} where ${moving} in (id, test_of)`.execute(
      north,
    );
    await runDeletion(northWorker);
    expect(await hasAccount(north, moving), presence).toBe(true);
  }
});

test('an account whose deletion was cancelled is kept, even if its cell does not know yet', async () => {
  const { accountId: kept } = await makeAccountIn(directory, north, 'north');
  await scheduleDeletion(directory, asOperator(kept), 1);
  await deliverToCell(directory, north, kept);
  await sql`update leadline.accounts set delete_at = now() where ${kept} in (id, test_of)`.execute(north);
  await cancelDeletion(directory, asOperator(kept));
  await runDeletion(northWorker);
  expect(await hasAccount(north, kept)).toBe(true);
});
