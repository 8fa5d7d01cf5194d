// Makes sure that the address of a cell leads to that cell, and not to another one after a mistake in DNS or a failover.

import type pg from 'pg';
import { isTableMissing } from '../../platform/db/is-table-missing.ts';

export class WrongCell extends Error {
  /** As in sql/unpack_account.sql. */
  readonly code = 'LL002';
  /** The name of the other cell, or null if the database is no cell. */
  readonly found: string | null;

  constructor(expected: string, found: string | null) {
    super(
      found === null
        ? `the address of the cell "${expected}" leads to a database that is not a cell`
        : `the address of the cell "${expected}" leads to the cell "${found}"`,
    );
    this.found = found;
  }
}

/** Rejects if it doesn't, or if the database doesn't answer. */
export async function requireCell(pool: pg.Pool, name: string): Promise<void> {
  const found = await findCellName(pool);
  if (found !== name) throw new WrongCell(name, found);
}

/** The name of the cell that the database is, or null if it is not a cell. */
export async function findCellName(pool: pg.Pool): Promise<string | null> {
  const { rows } = await pool
    .query<{ name: string }>('select name from leadline.this_cell')
    .catch((error: unknown) => {
      if (isTableMissing(error)) return { rows: [] };
      throw error;
    });
  return rows[0]?.name ?? null;
}
