// A cell has copies of what the directory knows. What is changed in a copy is lost, and the directory never learns of it.

import type { Database } from './database.ts';
import { isTableMissing } from './is-table-missing.ts';

export class NotTheDirectory extends Error {
  constructor(cell: string) {
    super(`this database is the cell "${cell}"; run the command with the DATABASE_URL of the directory`);
  }
}

/** Throws if the database is a cell. An empty one isn't. */
export async function requireDirectory(db: Database): Promise<void> {
  const cell = await db
    .selectFrom('this_cell')
    .select('name')
    .executeTakeFirst()
    .catch((error: unknown) => {
      if (!isTableMissing(error)) throw error;
    });
  if (cell !== undefined) throw new NotTheDirectory(cell.name);
}
