// Brings a database to the schema this program needs. Migrations are SQL files, run once, in order of name.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { installQueues } from '../jobs/queues.ts';
import { openPool } from './pool.ts';

const FOLDER = join(import.meta.dirname, '../../migrations');

/** Needs a user who may create schemas and roles. Gives back the names of the migrations it ran. */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const pool = openPool(databaseUrl, { size: 1 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const migrator = new Migrator({
      db,
      provider: { getMigrations },
      migrationTableSchema: 'leadline',
      migrationTableName: 'migrations',
      migrationLockTableName: 'migrations_lock',
    });
    const { error, results = [] } = await migrator.migrateToLatest();
    if (error !== undefined) throw error;
    await installQueues(pool);
    return results.map(({ migrationName }) => migrationName);
  } finally {
    await db.destroy();
  }
}

async function getMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).toSorted();
  const migrations: Record<string, Migration> = {};
  for (const file of files) {
    const text = await readFile(join(FOLDER, file), 'utf8');
    migrations[file.replace('.sql', '')] = {
      up: async (db) => {
        await sql.raw(text).execute(db);
      },
    };
  }
  return migrations;
}
