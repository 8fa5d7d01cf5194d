// A cell is lost for good while accounts are on their way to it or have just left it, or is found again at another address.

import {
  type CrashablePostgres,
  startCrashablePostgres,
} from '@leadline/testkit/database/crashable-postgres';
import { withoutLogin } from '@leadline/testkit/database/share-login';
import { makeCell } from '@leadline/testkit/database/test-cells';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelMove } from '../../../src/cells/commands/cancel-move.ts';
import { setCellOpen } from '../../../src/cells/commands/drain-cell.ts';
import { listCells } from '../../../src/cells/commands/list-cells.ts';
import { removeCell } from '../../../src/cells/commands/remove-cell.ts';
import { setCellAddress } from '../../../src/cells/commands/set-cell-address.ts';
import { moveAccount } from '../../../src/cells/moves/move-account.ts';
import type { MoveEvent } from '../../../src/cells/moves/move-events.ts';
import { type Cells, makeCells } from '../../support/cells.ts';
import { type MovingAccount, makeMovingAccount } from '../../support/moving-account.ts';

let cells: Cells;
let south: CrashablePostgres;

beforeAll(async () => {
  cells = await makeCells();
  south = await startCrashablePostgres({ settings: { wal_level: 'logical' } });
  await makeCell(cells.directoryUrl, 'south', south.url);
});
afterAll(async () => {
  await cells.close();
  await south.remove();
});

const move = (
  { accountId }: MovingAccount,
  target: string,
  stopAt?: MoveEvent['kind'],
): Promise<{ source: string }> =>
  moveAccount({
    directoryUrl: cells.directoryUrl,
    accountId,
    target,
    onEvent: ({ kind }) => {
      if (kind === stopAt) throw new Error('stop here');
    },
  });

const stopAt = (account: MovingAccount, target: string, kind: MoveEvent['kind']): Promise<void> =>
  expect(move(account, target, kind)).rejects.toThrow('stop here');

const cancel = ({ accountId }: MovingAccount, targetIsLost = false): Promise<string> =>
  cancelMove(cells.directoryUrl, accountId, { targetIsLost });

const remove = (isLost = false): Promise<void> =>
  removeCell({ directoryUrl: cells.directoryUrl, name: 'south', isLost });

async function listSlots(): Promise<string[]> {
  const { rows } = await cells.pools.main.query<{ name: string }>(
    'select slot_name as name from pg_replication_slots where database = current_database() order by 1',
  );
  return rows.map(({ name }) => name);
}

/** As PostgreSQL makes it for the first copy of a table. */
async function makeSyncSlot(systemId: string): Promise<string> {
  const name = `pg_16400_sync_16500_${systemId}`;
  await cells.pools.main.query(`select pg_create_logical_replication_slot($1, 'pgoutput')`, [name]);
  return name;
}

async function readSystemId(): Promise<string> {
  const { rows } = await cells.pools.main.query<{ id: string }>(
    `select substring(obj_description(oid, 'pg_publication') from '\\d+$') as id from pg_publication`,
  );
  return rows[0]?.id ?? '';
}

test('a cell that is still in use is not removed', async () => {
  const account = await makeMovingAccount(cells);
  await expect(remove()).rejects.toThrow('takes new accounts; run "leadline cell drain south" first');
  await stopAt(account, 'south', 'copied');
  await setCellOpen(cells.directoryUrl, 'south', false);
  await expect(remove()).rejects.toThrow(/^accounts are on their way to the cell "south" \(1\)/);
  await expect(cancel(account, true)).rejects.toThrow(/it can be reached/);
  await move(account, 'south');
  await expect(remove()).rejects.toThrow(/^the cell "south" still has accounts \(1\)/);
  await move(account, 'main');
  await expect(remove()).rejects.toThrow(/^the cell "south" still has old copies of accounts \(1\)/);
  await expect(remove(true)).rejects.toThrow(/it can be reached/);
  await expect(removeCell({ directoryUrl: cells.directoryUrl, name: 'main' })).rejects.toThrow(/stays/);
  await move(account, 'a'); // which deletes the old copy
});

test('a cell gets another address only if the database there is this cell', async () => {
  const { directoryUrl } = cells;
  const set = (url: string, name = 'south') =>
    setCellAddress({ directoryUrl, name, address: withoutLogin(url) });
  await expect(set(cells.urls.a)).rejects.toThrow('is the cell "a", not "south"');
  await expect(set(directoryUrl)).rejects.toThrow('is not the cell "south", nor any other');
  await expect(set(Object.assign(new URL(directoryUrl), { pathname: '/postgres' }).href)).rejects.toThrow(
    'is not the cell "south", nor any other',
  );
  await expect(set('postgres://127.0.0.1:9/leadline')).rejects.toThrow(/ECONNREFUSED/);
  await expect(set(south.url, 'nowhere')).rejects.toThrow('there is no cell "nowhere"');
  await expect(set(directoryUrl, 'main')).rejects.toThrow('"main" is the directory itself');
  const other = Object.assign(new URL(south.url), { hostname: 'localhost' }).href;
  expect(await set(other)).toBe(withoutLogin(other));
  expect(await listCells(directoryUrl)).toContainEqual(
    expect.objectContaining({ name: 'south', address: withoutLogin(other), isLogical: true }),
  );
});

test('when the target is lost, the source keeps no changes for it, and the move can be cancelled', async () => {
  const account = await makeMovingAccount(cells);
  const left = await makeMovingAccount(cells);
  await move(left, 'south');
  await move(left, 'main'); // with an old copy in the cell that is about to be lost
  await stopAt(account, 'south', 'copied');
  const lost = await makeSyncSlot(await readSystemId());
  const unrelated = await makeSyncSlot('42');
  await south.crash();

  await expect(cancel(account)).rejects.toThrow(/^cannot reach the cell "south".*--target-is-lost/s);
  expect(await listSlots()).toEqual([lost, unrelated].toSorted());
  expect(await account.readPresence('main')).toBe('here');
  expect(await cancel(account, true)).toBe('main');
  expect(await listSlots()).toEqual([unrelated]);
  await cells.pools.main.query('select pg_drop_replication_slot($1)', [unrelated]);
  expect(await move(account, 'a')).toMatchObject({ source: 'main' });

  await expect(move(left, 'a')).rejects.toThrow(/cannot reach the cell "south"/);
});

test('a lost cell is removed with the old copies in it, and accounts that have left it can move again', async () => {
  await setCellOpen(cells.directoryUrl, 'south', false);
  await expect(remove()).rejects.toThrow(/^the cell "south" still has old copies of accounts \(1\)/);
  await remove(true);
  expect((await listCells(cells.directoryUrl)).map(({ name }) => name)).toEqual(['main', 'a', 'b']);
  const { rows } = await cells.pools.main.query<{ id: string }>(
    `select id from leadline.accounts where cell = 'main' and test_of is null`,
  );
  for (const { id } of rows)
    expect(
      await moveAccount({ directoryUrl: cells.directoryUrl, accountId: id.replaceAll('-', ''), target: 'a' }),
    ).toMatchObject({ source: 'main' });
});

test('a move whose source is lost after the switch is finished by removing the source', async () => {
  const east = await startCrashablePostgres({ settings: { wal_level: 'logical' } });
  await makeCell(cells.directoryUrl, 'east', east.url);
  const account = await makeMovingAccount(cells);
  await move(account, 'east');
  await stopAt(account, 'b', 'switched');
  await east.crash();
  await setCellOpen(cells.directoryUrl, 'east', false);
  await removeCell({ directoryUrl: cells.directoryUrl, name: 'east', isLost: true });
  await east.remove();
  expect(await account.readPresence('b')).toBe('here');
  const { rows } = await cells.pools.b.query(
    'select subname from pg_subscription s join pg_database d on d.oid = s.subdbid where d.datname = current_database()',
  );
  expect(rows).toEqual([]);
  expect(await move(account, 'a')).toMatchObject({ source: 'b' });
});
