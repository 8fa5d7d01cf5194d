// Does something in every cell, one after the other, for commands of the operator. A cell that fails doesn't keep the others
// from their turn.

import { openInstallation } from '../../platform/db/installation.ts';
import { isTableMissing } from '../../platform/db/is-table-missing.ts';
import { openPool } from '../../platform/db/pool.ts';
import { type CellPlace, cellUrl } from '../places/cell-address.ts';
import { chooseCells, readCells } from '../places/read-cells.ts';

export type CellResult<T> =
  | { readonly cell: string; readonly value: T }
  | { readonly cell: string; readonly error: unknown };

type InCell<T> = (databaseUrl: string, cell: string) => Promise<T>;

export const inEachCell = async <T>(
  directoryUrl: string,
  work: InCell<T>,
  names: readonly string[] = [],
): Promise<CellResult<T>[]> => inCells(directoryUrl, chooseCells(await findCells(directoryUrl), names), work);

/** In all cells but the directory's own database, which may still be empty. */
export async function inOtherCells<T>(directoryUrl: string, work: InCell<T>): Promise<CellResult<T>[]> {
  const cells = await findCells(directoryUrl).catch((error: unknown) => {
    if (isTableMissing(error)) return [];
    throw error;
  });
  return inCells(
    directoryUrl,
    cells.filter(({ address }) => address !== null),
    work,
  );
}

async function inCells<T>(
  directoryUrl: string,
  places: readonly CellPlace[],
  work: InCell<T>,
): Promise<CellResult<T>[]> {
  const results: CellResult<T>[] = [];
  for (const place of places) {
    const { name: cell } = place;
    try {
      results.push({ cell, value: await work(cellUrl(directoryUrl, place), cell) });
    } catch (error) {
      results.push({ cell, error });
    }
  }
  return results;
}

async function findCells(directoryUrl: string): Promise<CellPlace[]> {
  const db = openInstallation(openPool(directoryUrl, { size: 1 }));
  try {
    return await readCells(db);
  } finally {
    await db.destroy();
  }
}
