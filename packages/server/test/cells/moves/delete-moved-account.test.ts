// An account that has moved, or is on its way, is deleted with everything it has left behind in other cells.

import { deliverToCell } from '@leadline/testkit/database/account-in-cell';
import { openWorkerPool } from '@leadline/testkit/database/worker-pool';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteDueAccounts } from '../../../src/accounts/lifecycle/delete-accounts.ts';
import { scheduleDeletion } from '../../../src/accounts/lifecycle/schedule-deletion.ts';
import { listCells } from '../../../src/cells/commands/list-cells.ts';
import { cleanCopies } from '../../../src/cells/moves/clean-copies.ts';
import { moveAccount } from '../../../src/cells/moves/move-account.ts';
import type { MoveEvent } from '../../../src/cells/moves/move-events.ts';
import { confirmDeletion, deleteDueCopies } from '../../../src/cells/workers/delete-due-copies.ts';
import { asOperator } from '../../../src/platform/db/account-scope.ts';
import { type Installation, openInstallation } from '../../../src/platform/db/installation.ts';
import { readRowsOf } from '../../support/account-tables.ts';
import { type CellName, type Cells, makeCells } from '../../support/cells.ts';
import { type MovingAccount, makeMovingAccount } from '../../support/moving-account.ts';
import { writeSteadily } from '../../support/write-steadily.ts';

const QUIET = { info: () => {}, error: () => {} };
const CELLS: readonly CellName[] = ['main', 'a', 'b'];

let cells: Cells;
let owners: Record<CellName, Installation>;
let workers: Record<CellName, Installation>;

beforeAll(async () => {
  cells = await makeCells();
  const open = (url: string): Installation => openInstallation(openWorkerPool(url));
  owners = {
    main: openInstallation(cells.pools.main),
    a: openInstallation(cells.pools.a),
    b: openInstallation(cells.pools.b),
  };
  workers = { main: open(cells.urls.main), a: open(cells.urls.a), b: open(cells.urls.b) };
});
afterAll(async () => {
  for (const worker of Object.values(workers)) await worker.destroy();
  await cells.close();
});

/** What the worker of a cell does every minute. */
async function runDeletions(name: CellName): Promise<void> {
  const { signal } = new AbortController();
  const [directory, db] = [workers.main, workers[name]];
  await deleteDueAccounts(db, QUIET, signal, (id) => confirmDeletion(directory, id));
  if (name !== 'main') await deleteDueCopies({ directory, db, name }, QUIET, signal);
}

/** What API processes do. */
const tell = (name: CellName, { accountId }: MovingAccount): Promise<boolean> =>
  deliverToCell(owners.main, owners[name], accountId);

async function makeFilledAccount(): Promise<MovingAccount> {
  const account = await makeMovingAccount(cells);
  const writer = writeSteadily(cells, account.ids);
  while (writer.written.size < 3) await new Promise((resume) => setTimeout(resume, 10));
  await writer.stop();
  return account;
}

const move = (
  { accountId }: MovingAccount,
  target: CellName,
  { stopAt, keepSourceMs }: { stopAt?: MoveEvent['kind']; keepSourceMs?: number } = {},
): Promise<unknown> =>
  moveAccount({
    directoryUrl: cells.directoryUrl,
    accountId,
    target,
    ...(keepSourceMs === undefined ? {} : { keepSourceMs }),
    onEvent: ({ kind }) => {
      if (kind === stopAt) throw new Error('stop here');
    },
  });

async function makeDue({ accountId }: MovingAccount): Promise<void> {
  await scheduleDeletion(owners.main, asOperator(accountId), 0);
  await cells.pools.main.query('update leadline.accounts set delete_at = now() where $1 in (id, test_of)', [
    accountId,
  ]);
}

const isKnown = async (name: CellName, account: MovingAccount): Promise<boolean> =>
  (await account.readPresence(name)) !== null;

const countRows = async (name: CellName, { ids }: MovingAccount): Promise<number> =>
  [...(await readRowsOf(owners[name], [...ids])).values()].flat().length;

async function expectNothingLeft(account: MovingAccount): Promise<void> {
  expect(await isKnown('main', account)).toBe(false);
  for (const name of CELLS) {
    expect(await countRows(name, account), name).toBe(0);
    const { rows } = await cells.pools[name].query(
      `select email, name from leadline.accounts where id = any ($1) and (email, name) <> ('', '')
       union all select slot_name, '' from pg_replication_slots where database = current_database()
       union all select pubname, '' from pg_publication
       union all select subname, '' from pg_subscription s join pg_database d on d.oid = s.subdbid
       where d.datname = current_database()`,
      [account.ids],
    );
    expect(rows, name).toEqual([]);
  }
}

test('an old copy in another cell goes first, then the directory forgets the account', async () => {
  const account = await makeFilledAccount();
  await move(account, 'a', { keepSourceMs: 0 });
  await cleanCopies({ directoryUrl: cells.directoryUrl });
  await move(account, 'b');
  expect(await account.readLeads('a')).not.toEqual([]);
  await runDeletions('a');
  expect(await account.readLeads('a')).not.toEqual([]); // the account isn't due yet

  await makeDue(account);
  await tell('b', account);
  await runDeletions('b');
  expect(await tell('b', account)).toBe(false);
  await runDeletions('main');
  expect(await isKnown('main', account)).toBe(true);

  await runDeletions('a');
  expect(await isKnown('a', account)).toBe(false);
  expect(await tell('b', account)).toBe(false);
  await runDeletions('main');
  await expectNothingLeft(account);
});

test("the directory's own old copy goes with the account", async () => {
  const account = await makeFilledAccount();
  await move(account, 'a');
  await makeDue(account);
  await tell('a', account);
  await runDeletions('a');
  expect(await tell('a', account)).toBe(false);
  await runDeletions('main');
  await expectNothingLeft(account);
});

test('an account that has moved back to the directory leaves no copy in its former cell', async () => {
  const account = await makeFilledAccount();
  await move(account, 'a', { keepSourceMs: 0 });
  await move(account, 'main');
  await makeDue(account);
  await runDeletions('main');
  expect(await isKnown('main', account)).toBe(true);
  await runDeletions('a');
  await runDeletions('main');
  await expectNothingLeft(account);
});

test('moves of accounts that are due are undone or finished by `cell clean`', async () => {
  const [copying, switched] = [await makeFilledAccount(), await makeFilledAccount()];
  await expect(move(copying, 'a', { stopAt: 'copied' })).rejects.toThrow('stop here');
  await expect(move(switched, 'a', { stopAt: 'switched' })).rejects.toThrow('stop here');
  await makeDue(copying);
  await makeDue(switched);
  await runDeletions('main');
  expect(await isKnown('main', copying)).toBe(true);

  const countWaiting = async () => (await listCells(cells.directoryUrl))[0]?.deletionsWaiting;
  expect(await countWaiting()).toBe(2);
  const { cleaned, failures } = await cleanCopies({ directoryUrl: cells.directoryUrl });
  expect([cleaned, [...failures.values()]]).toEqual([2, []]);
  expect(await countWaiting()).toBe(0);
  await tell('a', switched);
  await runDeletions('a');
  expect(await tell('a', switched)).toBe(false);
  await runDeletions('main');
  await expectNothingLeft(copying);
  await expectNothingLeft(switched);
});
