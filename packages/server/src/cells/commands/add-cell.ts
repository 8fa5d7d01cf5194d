// Makes a database a cell of the directory. Every step can be repeated, so an interrupted command can be run again.

import { randomInt } from 'node:crypto';
import type { LoginUrls } from '../../platform/schema/create-logins.ts';
import { migrate } from '../../platform/schema/migrate.ts';
import {
  type Cell,
  type OwnerConnections,
  openCell,
  withConnections,
} from '../directory/owner-connections.ts';
import { MAIN_CELL, readCellAddress } from '../places/cell-address.ts';

export interface CellToAdd {
  readonly directoryUrl: string;
  readonly name: string;
  readonly address: string;
  /** Created in the cell, too. */
  readonly logins?: LoginUrls;
  readonly onRetry?: () => void;
}

export interface AddedCell {
  readonly address: string;
  /** Whether accounts can move away from it; see docs/operations.md. */
  readonly isLogical: boolean;
}

const NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;

export async function addCell(options: CellToAdd): Promise<AddedCell> {
  const { directoryUrl, name, logins = {}, onRetry = () => {} } = options;
  if (!NAME.test(name))
    throw new Error('the name of a cell has up to 40 small letters, digits and hyphens, as in "eu-1"');
  if (name === MAIN_CELL) throw new Error('"main" is the directory itself; choose another name');
  const address = readCellAddress(options.address);
  return withConnections(directoryUrl, async (connections) => {
    const isKnown = await checkDirectory(connections, name, address);
    const cell = openCell(directoryUrl, { name, address });
    try {
      await requireAnotherDatabase(connections, cell);
      if (!isKnown) await requireEmpty(cell);
      await migrate(cell.url, { logins, onRetry });
      await cell.pool.query('insert into leadline.this_cell (name) values ($1) on conflict do nothing', [
        name,
      ]);
      // The last step: from here on, the service uses it.
      await connections.directory.query(
        'insert into leadline.cells (name, address) values ($1, $2) on conflict do nothing',
        [name, address],
      );
      const { rows } = await cell.pool.query<{ isLogical: boolean }>(
        `select current_setting('wal_level') = 'logical' as "isLogical"`,
      );
      return { address, isLogical: rows[0]?.isLogical === true };
    } finally {
      await cell.db.destroy();
    }
  });
}

/** Returns whether it has this cell already. */
async function checkDirectory(
  { directory }: OwnerConnections,
  name: string,
  address: string,
): Promise<boolean> {
  const { rows } = await directory.query<{ name: string; address: string }>(
    'select name, address from leadline.cells where name = $1 or address = $2',
    [name, address],
  );
  for (const cell of rows) {
    if (cell.name !== name) throw new Error(`this database is already the cell "${cell.name}"`);
    if (cell.address !== address) throw new Error(`the cell "${name}" is already at ${cell.address}`);
  }
  return rows.length > 0;
}

/** Two addresses can lead to one database. A lock that is held in one of them shows that. */
async function requireAnotherDatabase({ directory }: OwnerConnections, { pool }: Cell): Promise<void> {
  const key = randomInt(2 ** 31);
  const client = await directory.connect();
  try {
    await client.query('select pg_advisory_lock($1, $1)', [key]);
    const { rows } = await pool.query<{ isFree: boolean }>(
      'select pg_try_advisory_xact_lock($1, $1) as "isFree"',
      [key],
    );
    if (rows[0]?.isFree !== true) throw new Error('this address leads to the directory itself');
  } finally {
    client.release(true); // which also releases the lock
  }
}

async function requireEmpty({ name, pool }: Cell): Promise<void> {
  const { rows } = await pool.query<{ isOurs: boolean; hasCells: boolean }>(
    `select to_regclass('leadline.accounts') is not null as "isOurs",
       to_regclass('leadline.this_cell') is not null as "hasCells"`,
  );
  if (rows[0]?.hasCells === true) {
    const { rows: cells } = await pool.query<{ name: string }>('select name from leadline.this_cell');
    const other = cells.find((cell) => cell.name !== name);
    if (other !== undefined) throw new Error(`this database is already the cell "${other.name}"`);
    const { rowCount } = await pool.query('select from leadline.cells where address is not null limit 1');
    if (rowCount !== 0) throw new Error('this database is a directory with cells of its own');
  }
  if (rows[0]?.isOurs === true) {
    const { rowCount } = await pool.query('select from leadline.accounts limit 1');
    if (rowCount !== 0)
      throw new Error('this database has accounts already; a cell has to be empty when it is added');
  }
}
