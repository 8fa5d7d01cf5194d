// Brings a database to the schema this program needs: its tables and the job queues.

import { openPool } from './db/pool.ts';
import { runMigrations } from './db/run-migrations.ts';
import { installQueues } from './jobs/queues.ts';

/** Needs a user who may create schemas and roles. Returns the names of the migrations it ran. */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const pool = openPool(databaseUrl, { size: 1 });
  try {
    const migrations = await runMigrations(pool);
    await installQueues(pool);
    return migrations;
  } finally {
    await pool.end();
  }
}
