// Connections to the directory and its cells, as the owner of their tables.

import type pg from 'pg';
import { type Installation, openInstallation } from '../../platform/db/installation.ts';
import { openPool } from '../../platform/db/pool.ts';
import { NotTheDirectory } from '../../platform/db/require-directory.ts';
import { type CellPlace, cellUrl } from '../places/cell-address.ts';
import { requireCell, WrongCell } from './require-cell.ts';

export interface Cell extends CellPlace {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly db: Installation;
}

export interface KnownCell extends CellPlace {
  readonly isOpen: boolean;
}

const MAX_CONNECTIONS = 4;

export class OwnerConnections {
  readonly directory: pg.Pool;
  readonly #directoryUrl: string;
  readonly #cells = new Map<string, Cell>();

  constructor(directoryUrl: string) {
    this.#directoryUrl = directoryUrl;
    this.directory = openPool(directoryUrl, { size: MAX_CONNECTIONS });
  }

  /** Throws if the database is itself a cell. */
  async requireDirectory(): Promise<void> {
    const { rows } = await this.directory.query<{ name: string }>('select name from leadline.this_cell');
    const [cell] = rows;
    if (cell !== undefined) throw new NotTheDirectory(cell.name);
  }

  async findPlace(name: string): Promise<KnownCell> {
    const { rows } = await this.directory.query<KnownCell>(
      'select name, address, is_open as "isOpen" from leadline.cells where name = $1',
      [name],
    );
    const [place] = rows;
    if (place === undefined)
      throw new Error(`there is no cell "${name}"; "leadline cell list" shows all cells`);
    return place;
  }

  /** Throws if the cell is unknown or can't be reached. */
  async open(name: string): Promise<Cell> {
    const known = this.#cells.get(name);
    if (known !== undefined) return known;
    const place = await this.findPlace(name);
    const cell = openCell(this.#directoryUrl, place);
    try {
      await cell.pool.query('select');
      if (place.address !== null) await requireCell(cell.pool, name);
    } catch (error) {
      await cell.db.destroy();
      if (error instanceof WrongCell) throw error;
      throw new Error(`cannot reach the cell "${name}": ${(error as Error).message || 'no answer'}`, {
        cause: error,
      });
    }
    this.#cells.set(name, cell);
    return cell;
  }

  async isReachable(name: string): Promise<boolean> {
    return this.open(name).then(
      () => true,
      () => false,
    );
  }

  async close(): Promise<void> {
    await Promise.all([this.directory.end(), ...[...this.#cells.values()].map(({ db }) => db.destroy())]);
  }
}

export function openCell(directoryUrl: string, place: CellPlace): Cell {
  const url = cellUrl(directoryUrl, place);
  const pool = openPool(url, { size: MAX_CONNECTIONS });
  return { ...place, url, pool, db: openInstallation(pool) };
}

export async function withConnections<T>(
  directoryUrl: string,
  work: (connections: OwnerConnections) => Promise<T>,
): Promise<T> {
  const connections = new OwnerConnections(directoryUrl);
  try {
    await connections.requireDirectory();
    return await work(connections);
  } finally {
    await connections.close();
  }
}
