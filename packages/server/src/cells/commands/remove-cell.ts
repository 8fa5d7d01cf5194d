// Removes a cell from the directory, once nothing is left in it. Its database stays as it is.

import { fromUuid } from '../../platform/base/ids.ts';
import { type OwnerConnections, withConnections } from '../directory/owner-connections.ts';
import { findMove, holdMove } from '../moves/account-moves.ts';
import { findAccounts } from '../moves/move-account.ts';
import { queueWork } from '../moves/queue-work.ts';
import { stopSubscribing } from '../moves/replication.ts';
import { MAIN_CELL } from '../places/cell-address.ts';

export interface CellToRemove {
  readonly directoryUrl: string;
  readonly name: string;
  /** It is gone for good, with the copies of accounts that have left it. */
  readonly isLost?: boolean;
}

export const removeCell = ({ directoryUrl, name, isLost = false }: CellToRemove): Promise<void> =>
  withConnections(directoryUrl, async (connections) => {
    if (name === MAIN_CELL) throw new Error('"main" is the directory itself, which stays');
    const { isOpen } = await connections.findPlace(name);
    if (isOpen)
      throw new Error(`the cell "${name}" takes new accounts; run "leadline cell drain ${name}" first`);
    if (isLost && (await connections.isReachable(name)))
      throw new Error(`the cell "${name}" is not lost: it can be reached. Remove it without --lost.`);
    await requireNoAccounts(connections, name);
    if (isLost) await forgetCopies(connections, name);
    await requireNoCopies(connections, name);
    const { rowCount } = await connections.directory.query(
      `delete from leadline.cells where name = $1 and not is_open
         and not exists (select from leadline.accounts where cell = $1)
         and not exists (select from leadline.account_moves where $1 in (source, target))`,
      [name],
    );
    if (rowCount === 0)
      throw new Error(`the cell "${name}" was changed by another process; run the command again`);
  });

interface Uses {
  readonly accounts: number;
  readonly arriving: number;
  readonly copies: number;
}

async function readUses({ directory }: OwnerConnections, name: string): Promise<Uses> {
  const { rows } = await directory.query<Uses>(
    `select (select count(*) from leadline.accounts where cell = $1 and test_of is null) as accounts,
       (select count(*) from leadline.account_moves where target = $1) as arriving,
       (select count(*) from leadline.account_moves where source = $1) as copies`,
    [name],
  );
  return rows[0] as Uses;
}

async function requireNoAccounts(connections: OwnerConnections, name: string): Promise<void> {
  const { accounts, arriving } = await readUses(connections, name);
  if (accounts > 0)
    throw new Error(
      `the cell "${name}" still has accounts (${accounts}): move them with "leadline cell drain ${name}". If it is lost, restore it from a backup.`,
    );
  if (arriving > 0)
    throw new Error(
      `accounts are on their way to the cell "${name}" (${arriving}): cancel that with "leadline account move ACCOUNT ${name} --cancel", and --target-is-lost if the cell is lost`,
    );
}

async function requireNoCopies(connections: OwnerConnections, name: string): Promise<void> {
  const { copies } = await readUses(connections, name);
  if (copies > 0)
    throw new Error(
      `the cell "${name}" still has old copies of accounts (${copies}): "leadline cell clean" deletes them when their time is over. If the cell is lost, add --lost.`,
    );
}

/** The accounts have left it: all that is lost are their old copies. */
async function forgetCopies(connections: OwnerConnections, name: string): Promise<void> {
  const { directory } = connections;
  const { rows } = await directory.query<{ id: string }>(
    'select account_id as id from leadline.account_moves where source = $1',
    [name],
  );
  for (const { id } of rows) {
    const accountId = fromUuid(id);
    await holdMove(directory, accountId, async () =>
      forgetCopy(connections, await findAccounts(connections, accountId), name),
    );
  }
}

async function forgetCopy(
  connections: OwnerConnections,
  accountIds: readonly string[],
  name: string,
): Promise<void> {
  const { directory } = connections;
  const [accountId = ''] = accountIds;
  const move = await findMove(directory, accountId);
  if (move?.source !== name) return;
  if (move.step === 'switched') {
    // The mover has died. What it would have done next, except for comparing the copies.
    const target = await connections.open(move.target);
    if (target.name !== MAIN_CELL)
      await target.pool.query('select leadline.unfreeze_account($1)', [accountId]);
    await queueWork(target, accountIds);
    await stopSubscribing(target, accountIds);
  }
  await directory.query(
    `with told as (
       insert into leadline.directory_changes (account_id) select $1 where $3 = 'switched' and $2 <> 'main')
     delete from leadline.account_moves where account_id = $1 and step = $3`,
    [accountId, move.target, move.step],
  );
}
