// Enters accounts in the database of their cell.

import { isAccountElsewhere } from '../../platform/db/account-elsewhere.ts';
import type { AccountDatabases } from '../../platform/db/account-scope.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Cells, OpenCell } from './cells.ts';

/** How long a request waits for an account that is moving. Moves take a part of a second. */
const MAX_MOVING_MS = 3_000;

export class CellDatabases<Cell extends OpenCell> implements AccountDatabases {
  readonly #cells: Cells<Cell>;
  readonly #databaseOf: (cell: Cell) => Database;

  /** `databaseOf` chooses one of the cell's pools. */
  constructor(cells: Cells<Cell>, databaseOf: (cell: Cell) => Database) {
    this.#cells = cells;
    this.#databaseOf = databaseOf;
  }

  inDatabaseOf<T>(accountId: string, work: (db: Database) => Promise<T>): Promise<T> {
    return inCellOf(this.#cells, accountId, (cell) => work(this.#databaseOf(cell)));
  }
}

/** Calls `work` again, perhaps with another cell, if it fails because the account isn't there. */
export async function inCellOf<Cell extends OpenCell, T>(
  cells: Cells<Cell>,
  accountId: string,
  work: (cell: Cell) => Promise<T>,
): Promise<T> {
  const until = performance.now() + MAX_MOVING_MS;
  for (let cell = await cells.of(accountId); ; cell = await cells.relocate(accountId, until)) {
    try {
      return await work(cell);
    } catch (error) {
      if (!isAccountElsewhere(error)) throw error;
    }
  }
}
