// Tells the directory that a cell is at another address, for example after a failover.

import { type Cell, openCell, withConnections } from '../directory/owner-connections.ts';
import { findCellName } from '../directory/require-cell.ts';
import { MAIN_CELL, readCellAddress } from '../places/cell-address.ts';

export interface NewCellAddress {
  readonly directoryUrl: string;
  readonly name: string;
  readonly address: string;
}

/** Returns the address as the directory stores it. Checks that the database there is this cell. */
export async function setCellAddress({ directoryUrl, name, ...options }: NewCellAddress): Promise<string> {
  if (name === MAIN_CELL) throw new Error('"main" is the directory itself, at DATABASE_URL');
  const address = readCellAddress(options.address);
  return withConnections(directoryUrl, async (connections) => {
    await connections.findPlace(name);
    const cell = openCell(directoryUrl, { name, address });
    try {
      await requireThisCell(cell);
    } finally {
      await cell.db.destroy();
    }
    await connections.directory.query('update leadline.cells set address = $2 where name = $1', [
      name,
      address,
    ]);
    return address;
  });
}

async function requireThisCell({ name, pool }: Cell): Promise<void> {
  const found = await findCellName(pool);
  if (found === null)
    throw new Error(`the database at this address is not the cell "${name}", nor any other`);
  if (found !== name) throw new Error(`the database at this address is the cell "${found}", not "${name}"`);
  const { rows } = await pool.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"');
  if (rows[0]?.isStandby === true)
    throw new Error('the database at this address is a standby, which can only be read: promote it first');
}
