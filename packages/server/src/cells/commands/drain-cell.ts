// Closes a cell for new accounts and moves its accounts away, one after the other.

import { fromUuid } from '../../platform/base/ids.ts';
import { type OwnerConnections, withConnections } from '../directory/owner-connections.ts';
import { type MoveOptions, moveAccount } from '../moves/move-account.ts';
import { listCells } from './list-cells.ts';

export interface DrainOptions extends Pick<MoveOptions, 'directoryUrl' | 'keepSourceMs' | 'sourceAddress'> {
  readonly name: string;
  /** Called before each account, with what to call while it moves. */
  readonly onAccount: (accountId: string, target: string, left: number) => MoveOptions['onEvent'];
}

export interface DrainResult {
  readonly moved: number;
  /** Why an account stayed, by its ID. */
  readonly failures: ReadonlyMap<string, Error>;
}

/** Decides whether new accounts are placed in the cell. One cell always stays open. */
export const setCellOpen = (directoryUrl: string, name: string, isOpen: boolean): Promise<void> =>
  withConnections(directoryUrl, async (connections) => {
    await connections.findPlace(name);
    // The lock keeps two commands from closing the last two cells.
    const { rowCount } = await connections.directory.query(
      `with open_cells as (select name from leadline.cells where is_open order by name for update)
       update leadline.cells set is_open = $2
       where name = $1 and ($2 or exists (select from open_cells o where o.name <> $1))`,
      [name, isOpen],
    );
    if (rowCount === 0)
      throw new Error(
        'no other cell is open, so that new accounts would have no place; open one with "leadline cell open", or add one',
      );
  });

/** One that fails doesn't hold up the others. Running it again tries those again that stayed. */
export async function drainCell({ name, onAccount, ...options }: DrainOptions): Promise<DrainResult> {
  const { directoryUrl } = options;
  await setCellOpen(directoryUrl, name, false);
  await listCells(directoryUrl); // measures them
  const failures = new Map<string, Error>();
  let moved = 0;
  for (;;) {
    const next = await withConnections(directoryUrl, (connections) =>
      findNext(connections, name, [...failures.keys()]),
    );
    if (next === null) return { moved, failures };
    const { accountId, target, left } = next;
    const onEvent = onAccount(accountId, target, left);
    try {
      await moveAccount({ ...options, accountId, target, ...(onEvent === undefined ? {} : { onEvent }) });
      moved++;
    } catch (error) {
      failures.set(accountId, error as Error);
    }
  }
}

interface NextAccount {
  readonly accountId: string;
  readonly target: string;
  readonly left: number;
}

/** Accounts on their way are finished first, wherever they go. */
async function findNext(
  { directory }: OwnerConnections,
  name: string,
  failed: readonly string[],
): Promise<NextAccount | null> {
  const { rows } = await directory.query<{ id: string; target: string | null; left: number }>(
    `select a.id, coalesce(m.target, leadline.choose_cell()) as target, count(*) over () as left
     from leadline.accounts a
     left join leadline.account_moves m on m.account_id = a.id and m.step <> 'verified'
     where (a.cell = $1 or m.source = $1) and a.test_of is null and a.delete_at is null and a.id <> all ($2)
     order by m.account_id is null, a.id limit 1`,
    [name, failed],
  );
  const [next] = rows;
  if (next === undefined) return null;
  if (next.target === null) throw new Error('no other cell is open; open one with "leadline cell open"');
  return { accountId: fromUuid(next.id), target: next.target, left: next.left };
}
