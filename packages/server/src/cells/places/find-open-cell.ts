// Where an imported account goes.

import { sql } from 'kysely';
import type { Installation } from '../../platform/db/installation.ts';
import type { CellPlace } from './cell-address.ts';

/** The cell with this name, or else the emptiest. Throws if it takes no new accounts. */
export async function findOpenCell(db: Installation, name?: string): Promise<CellPlace> {
  const { rows } = await sql<CellPlace & { isOpen: boolean }>`
    select name, address, is_open as "isOpen" from leadline.cells
    where name = coalesce(${name ?? null}, leadline.choose_cell())`.execute(db);
  const [cell] = rows;
  if (cell === undefined)
    throw new Error(
      name === undefined
        ? 'no cell takes new accounts at the moment'
        : `there is no cell "${name}"; "leadline cell list" shows all cells`,
    );
  if (!cell.isOpen)
    throw new Error(
      `the cell "${cell.name}" takes no new accounts; choose another one, or open it with "leadline cell open ${cell.name}"`,
    );
  return { name: cell.name, address: cell.address };
}
