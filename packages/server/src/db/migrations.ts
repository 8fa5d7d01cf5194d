// Loads the SQL files in migrations/ for Kysely's migrator, which records them by name. Never change a released file.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';

const FOLDER = join(import.meta.dirname, '../../migrations');

/** `onApplied` is called after each migration, inside its transaction. */
export const makeMigrator = (db: Kysely<unknown>, onApplied: (name: string) => void = () => {}): Migrator =>
  new Migrator({
    db,
    provider: { getMigrations: () => getMigrations(onApplied) },
    migrationTableSchema: 'leadline',
    migrationTableName: 'migrations',
    migrationLockTableName: 'migrations_lock',
  });

async function getMigrations(onApplied: (name: string) => void): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {};
  for (const name of await listMigrations()) {
    const text = await readFile(join(FOLDER, `${name}.sql`), 'utf8');
    migrations[name] = {
      up: async (db) => {
        await sql.raw(text).execute(db);
        onApplied(name);
      },
    };
  }
  return migrations;
}

/** The names of this version's migrations, in order. */
export async function listMigrations(): Promise<string[]> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).toSorted();
  return files.map((file) => file.replace('.sql', ''));
}
