// Makes sure that the address of a cell leads to that cell, and not to another one after a mistake in DNS or a failover.

import type pg from 'pg';

export class WrongCell extends Error {
  /** As in sql/unpack_account.sql. */
  readonly code = 'LL002';
  /** The name of the other cell, or null if the database is no cell. */
  readonly found: string | null;

  constructor(expected: string, found: string | null) {
    super(
      found === null
        ? `the address of the cell "${expected}" leads to a database that is no cell`
        : `the address of the cell "${expected}" leads to the cell "${found}"`,
    );
    this.found = found;
  }
}

/** Rejects if it doesn't, or if the database doesn't answer. */
export async function requireCell(pool: pg.Pool, name: string): Promise<void> {
  const { rows } = await pool.query<{ name: string }>('select name from leadline.this_cell');
  const found = rows[0]?.name ?? null;
  if (found !== name) throw new WrongCell(name, found);
}
