// Replaces the functions whose files in sql/ have changed since they were last applied. See
// migrations/0001_schema.sql.

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql, type Transaction } from 'kysely';

/** Where the functions of this version are. */
export const FUNCTIONS_FOLDER = join(import.meta.dirname, '../../../sql');

/** Calls `onApplied` after each function it applied, and returns their names. */
export async function applyFunctions(
  db: Transaction<unknown>,
  folder: string,
  onApplied: (name: string) => void,
): Promise<string[]> {
  const files = await readFunctions(folder);
  const changed = await findChanged(db, files);

  // Functions may call each other, so don't check their bodies until they run.
  await sql`set local check_function_bodies = off`.execute(db);
  for (const { name, text, sha256 } of changed) {
    await sql.raw(text).execute(db);
    await sql`insert into leadline.applied_functions (name, sha256) values (${name}, ${sha256})
      on conflict (name) do update set sha256 = excluded.sha256`.execute(db);
    await sql`insert into leadline.function_versions (name, sha256) values (${name}, ${sha256})
      on conflict do nothing`.execute(db);
    onApplied(name);
  }
  const names = files.map(({ name }) => name);
  await sql`delete from leadline.applied_functions where name <> all (${names})`.execute(db);
  return changed.map(({ name }) => name);
}

/** The names of the functions that would be replaced. */
export async function findChangedFunctions(db: Kysely<unknown>, folder: string): Promise<string[]> {
  return (await findChanged(db, await readFunctions(folder))).map(({ name }) => name);
}

async function findChanged(db: Kysely<unknown>, files: readonly FunctionFile[]): Promise<FunctionFile[]> {
  const { rows: tables } = await sql<{ exists: boolean }>`
    select to_regclass('leadline.applied_functions') is not null as exists`.execute(db);
  if (tables[0]?.exists !== true) return [...files];
  const { rows: applied } = await sql<{ name: string; sha256: Buffer }>`
    select name, sha256 from leadline.applied_functions
    where exists (select from pg_proc p where p.pronamespace = 'leadline'::regnamespace and p.proname = name)`.execute(
    db,
  );
  const hashes = new Map(applied.map(({ name, sha256 }) => [name, sha256]));
  return files.filter(({ name, sha256 }) => hashes.get(name)?.equals(sha256) !== true);
}

export interface FunctionFile {
  readonly name: string;
  readonly text: string;
  readonly sha256: Buffer;
}

export async function readFunctions(folder: string): Promise<readonly FunctionFile[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8');
      return { name: file.replace('.sql', ''), text, sha256: createHash('sha256').update(text).digest() };
    }),
  );
}
