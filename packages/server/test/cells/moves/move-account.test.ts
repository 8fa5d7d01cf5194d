// An account moves from cell to cell while leads are written, and its mover is killed, put off or cancelled.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelMove } from '../../../src/cells/commands/cancel-move.ts';
import { drainCell, setCellOpen } from '../../../src/cells/commands/drain-cell.ts';
import { listCells } from '../../../src/cells/commands/list-cells.ts';
import { cleanCopies } from '../../../src/cells/moves/clean-copies.ts';
import { type MovedAccount, moveAccount } from '../../../src/cells/moves/move-account.ts';
import type { MoveEvent, OnMoveEvent } from '../../../src/cells/moves/move-events.ts';
import { listMovedTables } from '../../../src/cells/moves/moved-tables.ts';
import { type CellName, type Cells, makeCells } from '../../support/cells.ts';
import { type MovingAccount, makeMovingAccount } from '../../support/moving-account.ts';
import { writeSteadily } from '../../support/write-steadily.ts';

const MOVE_UNTIL = join(import.meta.dirname, '../../support/move-until.ts');

let cells: Cells;
beforeAll(async () => {
  cells = await makeCells();
});
afterAll(() => cells.close());

const move = (
  { accountId }: MovingAccount,
  target: CellName,
  onEvent: OnMoveEvent = () => {},
): Promise<MovedAccount> => moveAccount({ directoryUrl: cells.directoryUrl, accountId, target, onEvent });

async function expectNothingLeft(cell: CellName, { ids }: MovingAccount): Promise<void> {
  for (const table of await listMovedTables(cells.pools[cell])) {
    const { rowCount } = await cells.pools[cell].query(
      `select from leadline.${table} where account_id = any ($1)`,
      [ids],
    );
    expect(rowCount, table).toBe(0);
  }
}

async function expectNoReplication(): Promise<void> {
  for (const pool of Object.values(cells.pools)) {
    const { rows } = await pool.query<{ name: string }>(
      `select subname as name from pg_subscription s join pg_database d on d.oid = s.subdbid
       where d.datname = current_database()
       union all select pubname from pg_publication
       union all select slot_name from pg_replication_slots where database = current_database()`,
    );
    expect(rows).toEqual([]);
  }
}

test('an account moves there and back while leads are written, and nothing is lost or stored twice', async () => {
  const account = await makeMovingAccount(cells);
  const writer = writeSteadily(cells, account.ids);
  for (const target of ['a', 'b', 'main', 'b'] as const) {
    const before = writer.written.size;
    const events: MoveEvent[] = [];
    await move(account, target, (event) => events.push(event));
    expect(events.at(-1)).toMatchObject({ kind: 'verified', isExact: true });
    expect(writer.written.size).toBeGreaterThan(before);
  }
  await writer.stop();
  const stored = await account.readLeads('b');
  expect(stored).toHaveLength(writer.written.size);
  expect(new Set(stored)).toEqual(writer.written);
  await expectNothingLeft('a', account);
  expect(await account.readPresence('a')).toBe('elsewhere');
  expect(await account.readPresence('main')).toBe('held'); // its copy is kept for a day
  await expectNoReplication();
});

test('a mover can be killed at any step, and the next one goes on', async () => {
  const account = await makeMovingAccount(cells);
  const writer = writeSteadily(cells, account.ids);
  const kinds: readonly MoveEvent['kind'][] = [
    'preparing',
    'copying',
    'copied',
    'leaving',
    'freezing',
    'frozen',
    'caught up',
    'switched',
    'opened',
    'queued',
    'verified',
  ];
  for (const kind of kinds) {
    const { signal, stderr } = spawnSync(
      process.execPath,
      [MOVE_UNTIL, cells.directoryUrl, account.accountId, 'a', kind],
      { encoding: 'utf8' },
    );
    expect(signal, `${kind}: ${stderr}`).toBe('SIGKILL');
  }
  const events: MoveEvent[] = [];
  await move(account, 'a', (event) => events.push(event));
  expect(events.at(-1)).toMatchObject({ kind: 'verified', isExact: false });
  await writer.stop();
  const stored = await account.readLeads('a');
  expect(stored).toHaveLength(writer.written.size);
  expect(new Set(stored)).toEqual(writer.written);
  await expectNoReplication();
});

test('a move that an API process has put off is tried again', async () => {
  const account = await makeMovingAccount(cells);
  let frozen = 0;
  const events: MoveEvent[] = [];
  const putOff = async (): Promise<void> => {
    await cells.pools.main.query(
      `update leadline.account_moves set step = 'copying', attempt = attempt + 1
       where account_id = $1 and step = 'frozen'`,
      [account.accountId],
    );
    await cells.pools.main.query('select leadline.unfreeze_account($1)', [account.accountId]);
  };
  let puttingOff: Promise<void> | null = null;
  await move(account, 'a', (event) => {
    events.push(event);
    // One statement; the mover still has several to send before it can switch.
    if (event.kind === 'frozen' && frozen++ === 0) puttingOff = putOff();
  });
  await puttingOff;
  expect(frozen).toBeGreaterThan(1);
  expect(events).toContainEqual({ kind: 'put off', reason: expect.stringContaining('an API process') });
  expect(await account.readPresence('a')).toBe('here');
  expect(await account.readPresence('main')).toBe('held');
});

test('a cancelled move leaves nothing behind, and the account can be used where it was', async () => {
  const account = await makeMovingAccount(cells);
  const writer = writeSteadily(cells, account.ids);
  const stopped = move(account, 'b', ({ kind }) => {
    if (kind === 'leaving') throw new Error('stop here');
  });
  await expect(stopped).rejects.toThrow('stop here');
  await expect(move(account, 'a')).rejects.toThrow(/on its way to "b"/);
  expect(await cancelMove(cells.directoryUrl, account.accountId)).toBe('main');
  await writer.stop();
  await expectNothingLeft('b', account);
  await expectNoReplication();
  expect(await account.readPresence('main')).toBe('here');
  expect(new Set(await account.readLeads('main'))).toEqual(writer.written);
  await expect(cancelMove(cells.directoryUrl, account.accountId)).rejects.toThrow(/not on its way/);
});

test('the old copy is deleted once its time is over, and the directory keeps what is its own', async () => {
  const account = await makeMovingAccount(cells);
  await moveAccount({
    directoryUrl: cells.directoryUrl,
    accountId: account.accountId,
    target: 'a',
    keepSourceMs: 0,
  });
  const { failures } = await cleanCopies({ directoryUrl: cells.directoryUrl });
  expect(failures.size).toBe(0);
  expect(await account.readPresence('main')).toBe('elsewhere');
  const { rowCount: keys } = await cells.pools.main.query(
    'select from leadline.api_keys where account_id = any ($1)',
    [account.ids],
  );
  expect(keys).toBe(2);
  const { rowCount: moves } = await cells.pools.main.query(
    'select from leadline.account_moves where account_id = $1',
    [account.accountId],
  );
  expect(moves).toBe(0);
});

test('nobody deletes the rows of an account that is in use', async () => {
  const account = await makeMovingAccount(cells);
  await cells.pools.main.query(
    `insert into leadline.account_moves (account_id, source, target, step, delete_source_at)
     values ($1, 'main', 'a', 'verified', now())`,
    [account.accountId],
  );
  const { failures } = await cleanCopies({ directoryUrl: cells.directoryUrl });
  expect([...failures.values()].map(({ message }) => message)).toEqual([
    'the account is in use in the cell "main"; nothing was deleted there',
  ]);
  await cells.pools.main.query('delete from leadline.account_moves where account_id = $1', [
    account.accountId,
  ]);
});

test('a cell that is down is named, and the move goes on once it is back', async () => {
  const account = await makeMovingAccount(cells);
  const { rows } = await cells.pools.main.query<{ address: string }>(
    `select address from leadline.cells where name = 'b'`,
  );
  const place = (address: string) =>
    cells.pools.main.query(`update leadline.cells set address = $1 where name = 'b'`, [address]);
  await place('postgres://127.0.0.1:9/away');
  await expect(move(account, 'b')).rejects.toThrow(/cannot reach the cell "b"/);
  expect((await listCells(cells.directoryUrl)).find(({ name }) => name === 'b')?.isLogical).toBeNull();
  await place(rows[0]?.address ?? '');
  expect(await move(account, 'b')).toMatchObject({ source: 'main', target: 'b' });
});

test('a drained cell takes no accounts and has none', async () => {
  const account = await makeMovingAccount(cells);
  await move(account, 'a');
  const left: number[] = [];
  const { moved, failures } = await drainCell({
    directoryUrl: cells.directoryUrl,
    name: 'a',
    onAccount: (_accountId, _target, more) => {
      left.push(more);
      return () => {};
    },
  });
  expect(failures.size).toBe(0);
  expect(left).toEqual(Array.from({ length: moved }, (_, index) => moved - index));
  const listed = (await listCells(cells.directoryUrl)).find(({ name }) => name === 'a');
  expect(listed).toMatchObject({ isOpen: false, accounts: 0 });
});

test('the last open cell stays open, even if two are closed at once', async () => {
  const account = await makeMovingAccount(cells);
  const { directoryUrl } = cells;
  const close = (name: string): Promise<void> => setCellOpen(directoryUrl, name, false);
  const isOpen = async (name: string): Promise<boolean> =>
    (await listCells(directoryUrl)).some((cell) => cell.name === name && cell.isOpen);
  await close('a');
  const results = await Promise.allSettled([close('main'), close('b')]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await setCellOpen(directoryUrl, 'main', true);
  await close('b');
  const draining = drainCell({ directoryUrl, name: 'main', onAccount: () => () => {} });
  await expect(draining).rejects.toThrow(/^no other cell is open, so that new accounts would have no place/);
  expect(await isOpen('main')).toBe(true);
  expect(await account.readPresence('main')).toBe('here');
});

test('a move to a closed cell only begins if that is wanted, but it goes on', async () => {
  const account = await makeMovingAccount(cells);
  const { directoryUrl } = cells;
  const { accountId } = account;
  await setCellOpen(directoryUrl, 'a', false);
  await expect(move(account, 'a')).rejects.toThrow(/^the cell "a" takes no new accounts/);
  await expect(cancelMove(directoryUrl, accountId)).rejects.toThrow(/not on its way/);
  const stopped = moveAccount({
    directoryUrl,
    accountId,
    target: 'a',
    evenIfClosed: true,
    onEvent: ({ kind }) => {
      if (kind === 'copied') throw new Error('stop here');
    },
  });
  await expect(stopped).rejects.toThrow('stop here');
  expect(await move(account, 'a')).toMatchObject({ source: 'main', target: 'a' });
});

test('a wrong target is rejected before anything is changed', async () => {
  const account = await makeMovingAccount(cells);
  await expect(move(account, 'main')).rejects.toThrow(/is in the cell "main" already/);
  await expect(move(account, 'c' as CellName)).rejects.toThrow(/there is no cell "c"/);
  const test = { ...account, accountId: account.ids[1] as string };
  await expect(move(test, 'a')).rejects.toThrow(/moves with the live account/);
  const { rowCount } = await cells.pools.main.query(
    'select from leadline.account_moves where account_id = any ($1)',
    [account.ids],
  );
  expect(rowCount).toBe(0);
});
