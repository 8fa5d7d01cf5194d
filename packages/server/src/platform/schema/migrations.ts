// Loads the SQL files in migrations/ for Kysely's migrator, which records them by name. Never change a released file.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { runOnline } from './run-online.ts';

export const MIGRATIONS_FOLDER = join(import.meta.dirname, '../../../migrations');

export interface MigratorOptions {
  readonly folder?: string;
  /** Called after each migration, inside its transaction if it has one. */
  readonly onApplied?: (name: string) => void;
  /** For online migrations, which commit by themselves. */
  readonly disableTransactions?: boolean;
}

export const makeMigrator = (
  db: Kysely<unknown>,
  { folder = MIGRATIONS_FOLDER, onApplied = () => {}, disableTransactions = false }: MigratorOptions = {},
): Migrator =>
  new Migrator({
    db,
    provider: { getMigrations: () => getMigrations(folder, onApplied) },
    migrationTableSchema: 'leadline',
    migrationTableName: 'migrations',
    migrationLockTableName: 'migrations_lock',
    disableTransactions,
  });

async function getMigrations(
  folder: string,
  onApplied: (name: string) => void,
): Promise<Record<string, Migration>> {
  const migrations: Record<string, Migration> = {};
  for (const { name, text } of await readMigrations(folder)) {
    migrations[name] = {
      up: async (db) => {
        if (isOnlineMigration(text)) await runOnline(db, text);
        else await sql.raw(text).execute(db);
        onApplied(name);
      },
    };
  }
  return migrations;
}

/** Each statement commits by itself, so that it can work beside running processes. */
export const isOnlineMigration = (text: string): boolean => /^-- online\b/.test(text);

export interface MigrationText {
  readonly name: string;
  readonly text: string;
}

export const readMigrations = async (folder = MIGRATIONS_FOLDER): Promise<MigrationText[]> =>
  Promise.all(
    (await listMigrations(folder)).map(async (name) => ({
      name,
      text: await readFile(join(folder, `${name}.sql`), 'utf8'),
    })),
  );

/** The names of this version's migrations, in order. */
export async function listMigrations(folder = MIGRATIONS_FOLDER): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
  return files.map((file) => file.replace('.sql', ''));
}

export interface MigrationGroup {
  readonly isOnline: boolean;
  readonly names: readonly string[];
}

/** The migrations that the database lacks, in order: those that share a transaction, and online ones one by one. */
export async function findPending(
  db: Kysely<unknown>,
  folder = MIGRATIONS_FOLDER,
): Promise<MigrationGroup[]> {
  const known = await makeMigrator(db, { folder }).getMigrations();
  const done = new Set(known.filter(({ executedAt }) => executedAt !== undefined).map(({ name }) => name));
  const groups: { isOnline: boolean; names: string[] }[] = [];
  for (const { name, text } of await readMigrations(folder)) {
    if (done.has(name)) continue;
    const isOnline = isOnlineMigration(text);
    const last = groups.at(-1);
    if (last === undefined || last.isOnline || isOnline) groups.push({ isOnline, names: [name] });
    else last.names.push(name);
  }
  return groups;
}
