// Decides which cell a new account is placed in.

import { sql } from 'kysely';
import { DomainError } from '../../platform/base/domain-error.ts';
import type { CellPlace } from '../../platform/db/cell-address.ts';
import type { Installation } from '../../platform/db/installation.ts';

/** The emptiest cell that takes new accounts. */
export async function chooseCell(db: Installation): Promise<string> {
  const { rows } = await sql<{ cell: string | null }>`select leadline.choose_cell() as cell`.execute(db);
  const cell = rows[0]?.cell ?? null;
  if (cell === null) throw new DomainError('not_available', 'no cell takes new accounts at the moment');
  return cell;
}

/** The cell with this name, or else the emptiest. Throws if it takes no new accounts. */
export async function findOpenCell(db: Installation, name?: string): Promise<CellPlace> {
  const chosen = name ?? (await chooseCell(db));
  const { rows } = await sql<CellPlace & { isOpen: boolean }>`
    select name, address, is_open as "isOpen" from leadline.cells where name = ${chosen}`.execute(db);
  const [cell] = rows;
  if (cell === undefined)
    throw new Error(`there is no cell "${chosen}"; "leadline cell list" shows all cells`);
  if (!cell.isOpen)
    throw new Error(
      `the cell "${chosen}" takes no new accounts; choose another one, or open it with "leadline cell open ${chosen}"`,
    );
  return { name: cell.name, address: cell.address };
}
