// Migrates a database to the schema this version needs. Runs each migration once, ordered by name, then replaces the
// functions whose files have changed.

import { join } from 'node:path';
import { Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely';
import { applyFunctions } from './db/apply-functions.ts';
import { makeMigrator } from './db/migrations.ts';
import { openPool } from './db/pool.ts';
import { installQueues } from './jobs/queues.ts';

const FUNCTIONS = join(import.meta.dirname, '../sql');

export interface Migrated {
  readonly migrations: readonly string[];
  readonly functions: readonly string[];
}

/** The database user must be allowed to create schemas and roles. Returns the names of everything it applied. */
export async function migrate(databaseUrl: string, functionsFolder = FUNCTIONS): Promise<Migrated> {
  const pool = openPool(databaseUrl, { size: 1 });
  const db = new Kysely<unknown>({ dialect: new LockedDialect({ pool }) });
  try {
    // Held until the pool's only connection closes, because installing the queues must not run concurrently either.
    await sql`select pg_advisory_lock(${sql.lit(KYSELY_LOCK)})`.execute(db);
    // Use one transaction, so that a migration can't drop a function without its replacement being applied too.
    const migrated = await db.transaction().execute(async (transaction) => {
      const { error, results = [] } = await makeMigrator(transaction).migrateToLatest();
      if (error !== undefined) throw error;
      const functions = await applyFunctions(transaction, functionsFolder);
      return { migrations: results.map(({ migrationName }) => migrationName), functions };
    });
    await installQueues(pool);
    return migrated;
  } finally {
    await db.destroy();
  }
}

/** The advisory lock that Kysely's migrator uses. Earlier releases of Leadline take it too. */
const KYSELY_LOCK = 3853314791062309107n;

/** Kysely releases its lock before our transaction commits, and the statement that does so hides the error of a failed
 * migration. We hold the same lock for the whole run instead. */
class LockedDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new LockedAdapter();
  }
}

class LockedAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}
