// Runs the SQL files in migrations/ that this database has not had yet, in order of name.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type pg from 'pg';

const FOLDER = join(import.meta.dirname, '../../migrations');

/** Returns the names of the migrations it ran. */
export async function runMigrations(pool: pg.Pool): Promise<string[]> {
  const migrator = new Migrator({
    db: new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }),
    provider: { getMigrations },
    migrationTableSchema: 'leadline',
    migrationTableName: 'migrations',
    migrationLockTableName: 'migrations_lock',
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return results.map(({ migrationName }) => migrationName);
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
