// Which cells there are, as the directory knows them. A database that is itself a cell only knows itself.

import { sql } from 'kysely';
import { DomainError } from '../../platform/base/domain-error.ts';
import type { Database } from '../../platform/db/database.ts';
import type { CellPlace } from './cell-address.ts';

const CELLS = sql<CellPlace>`
  select c.name, c.address from leadline.cells c where not exists (select from leadline.this_cell)
  union all select t.name, null from leadline.this_cell t`;

/** The directory's own database comes first. */
export async function readCells(db: Database): Promise<CellPlace[]> {
  const { rows } = await sql<CellPlace>`
    select c.name, c.address from (${CELLS}) c order by c.address is not null, c.name`.execute(db);
  return rows;
}

/** Where the data of an account is. */
export async function getCellOf(db: Database, accountId: string): Promise<CellPlace> {
  const { rows } = await sql<CellPlace>`
    select c.name, c.address from leadline.accounts a join (${CELLS}) c
      on c.name = a.cell or exists (select from leadline.this_cell)
    where a.id = ${accountId}`.execute(db);
  const [place] = rows;
  if (place === undefined) throw new DomainError('not_found', 'no account with this ID');
  return place;
}

/** Those with these names, or all. Throws if there is none with one of the names. */
export function chooseCells(cells: readonly CellPlace[], names: readonly string[]): readonly CellPlace[] {
  const unknown = names.filter((name) => cells.every((cell) => cell.name !== name));
  if (unknown.length > 0)
    throw new Error(
      `unknown cell ${unknown.join(', ')}; the cells are ${cells.map(({ name }) => name).join(', ')}`,
    );
  return names.length === 0 ? cells : cells.filter(({ name }) => names.includes(name));
}
