// Does something in every cell, one after the other, for commands of the operator. A cell that fails doesn't keep the others
// from their turn.

import { type CellPlace, cellUrl } from './db/cell-address.ts';
import { openInstallation } from './db/installation.ts';
import { isTableMissing } from './db/is-table-missing.ts';
import { chooseCells, listCells } from './db/list-cells.ts';
import { openPool } from './db/pool.ts';

export type CellResult<T> =
  | { readonly cell: string; readonly value: T }
  | { readonly cell: string; readonly error: unknown };

export async function inEachCell<T>(
  directoryUrl: string,
  work: (databaseUrl: string, cell: string) => Promise<T>,
  names: readonly string[] = [],
): Promise<CellResult<T>[]> {
  const results: CellResult<T>[] = [];
  for (const place of chooseCells(await findCells(directoryUrl), names)) {
    const { name: cell } = place;
    try {
      results.push({ cell, value: await work(cellUrl(directoryUrl, place), cell) });
    } catch (error) {
      results.push({ cell, error });
    }
  }
  return results;
}

export async function findCells(directoryUrl: string): Promise<CellPlace[]> {
  const db = openInstallation(openPool(directoryUrl, { size: 1 }));
  try {
    return await listCells(db);
  } finally {
    await db.destroy();
  }
}

/** Also for a database that hasn't been migrated yet: earlier releases have no cells. */
export const findCellsBeforeMigration = (directoryUrl: string): Promise<CellPlace[]> =>
  findCells(directoryUrl).catch((error: unknown) => {
    if (isTableMissing(error)) return [];
    throw error;
  });
