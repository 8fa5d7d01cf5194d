// All cells, with what is in them.

import type pg from 'pg';
import { openCell, withConnections } from '../directory/owner-connections.ts';
import type { CellPlace } from '../places/cell-address.ts';

export interface ListedCell extends CellPlace {
  readonly isOpen: boolean;
  /** Live ones. */
  readonly accounts: number;
  readonly bytes: number;
  /** Null if it can't be reached; `bytes` are then those of the last measurement. */
  readonly isLogical: boolean | null;
  /** Accounts on their way here. */
  readonly arriving: number;
  readonly leaving: number;
  /** Copies of accounts that have left, which wait to be deleted. */
  readonly copies: number;
  /** Accounts that left or were about to, are due for deletion, and wait for `cell clean` to end their move. */
  readonly deletionsWaiting: number;
}

export const listCells = (directoryUrl: string): Promise<ListedCell[]> =>
  withConnections(directoryUrl, async ({ directory }) => {
    const { rows } = await directory.query<Omit<ListedCell, 'isLogical'>>(
      `select c.name, c.address, c.is_open as "isOpen", c.bytes,
         (select count(*) from leadline.accounts a where a.cell = c.name and a.test_of is null) as accounts,
         (select count(*) from leadline.account_moves m
          where m.target = c.name and m.step in ('copying', 'frozen')) as arriving,
         (select count(*) from leadline.account_moves m
          where m.source = c.name and m.step in ('copying', 'frozen')) as leaving,
         (select count(*) from leadline.account_moves m
          where m.source = c.name and m.step in ('switched', 'verified')) as copies,
         (select count(*) from leadline.account_moves m join leadline.accounts a on a.id = m.account_id
          where m.source = c.name and m.step <> 'verified' and a.delete_at <= now()) as "deletionsWaiting"
       from leadline.cells c order by c.address is not null, c.name`,
    );
    return Promise.all(rows.map((cell) => measure(directory, directoryUrl, cell)));
  });

async function measure(
  directory: pg.Pool,
  directoryUrl: string,
  cell: Omit<ListedCell, 'isLogical'>,
): Promise<ListedCell> {
  const { pool } = openCell(directoryUrl, cell);
  try {
    const { rows } = await pool.query<{ bytes: number; isLogical: boolean }>(
      `select pg_database_size(current_database()) as bytes, current_setting('wal_level') = 'logical' as "isLogical"`,
    );
    const measured = rows[0] as { bytes: number; isLogical: boolean };
    // New accounts go to the emptiest cell, so every measurement helps.
    await directory.query(
      'update leadline.cells set bytes = $2, accounts = $3, measured_at = now() where name = $1',
      [cell.name, measured.bytes, cell.accounts],
    );
    return { ...cell, ...measured };
  } catch {
    return { ...cell, isLogical: null };
  } finally {
    await pool.end();
  }
}
