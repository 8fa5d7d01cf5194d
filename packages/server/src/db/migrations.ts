// Loads the SQL files in migrations/ for Kysely's migrator, which records them by name. Never change a released file.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';

const FOLDER = join(import.meta.dirname, '../../migrations');

export const makeMigrator = (db: Kysely<unknown>): Migrator =>
  new Migrator({
    db,
    provider: { getMigrations },
    migrationTableSchema: 'leadline',
    migrationTableName: 'migrations',
    migrationLockTableName: 'migrations_lock',
  });

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
