// What `leadline migrate` would do to this database. Only reads.

import { Kysely, PostgresDialect } from 'kysely';
import { openPool } from '../db/pool.ts';
import { FUNCTIONS_FOLDER, findChangedFunctions } from './apply-functions.ts';
import { findPending, MIGRATIONS_FOLDER } from './migrations.ts';

export interface PlannedMigration {
  readonly name: string;
  /** Each of its statements commits by itself. */
  readonly isOnline: boolean;
}

export interface MigrationPlan {
  readonly migrations: readonly PlannedMigration[];
  /** That will be created or replaced. */
  readonly functions: readonly string[];
}

export async function planMigration(
  databaseUrl: string,
  migrationsFolder = MIGRATIONS_FOLDER,
): Promise<MigrationPlan> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: openPool(databaseUrl, { size: 1 }) }),
  });
  try {
    const groups = await findPending(db, migrationsFolder);
    return {
      migrations: groups.flatMap(({ names, isOnline }) => names.map((name) => ({ name, isOnline }))),
      functions: await findChangedFunctions(db, FUNCTIONS_FOLDER),
    };
  } finally {
    await db.destroy();
  }
}
