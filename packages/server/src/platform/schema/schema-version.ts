// Compares the database with what this version needs: its migrations and the functions in sql/. See
// docs/decisions/0029-database-logins-and-versions.md.

import { sql } from 'kysely';
import { DomainError } from '../base/domain-error.ts';
import type { Database } from '../db/database.ts';
import { FUNCTIONS_FOLDER, readFunctions } from './apply-functions.ts';
import { listMigrations } from './migrations.ts';

/** PostgreSQL's code for a role that doesn't exist. Migrations create the roles. */
const UNKNOWN_ROLE = '22023';

export class SchemaVersion {
  readonly #db: Database;
  #isCurrent = false;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Throws if the schema is older than this version. A newer one is fine. The database is only asked until it is. */
  async requireCurrent(): Promise<void> {
    if (this.#isCurrent) return;
    const missing = await findMissing(this.#db).catch((error: unknown) => {
      if ((error as { code?: unknown }).code === UNKNOWN_ROLE) return ['everything'];
      throw error;
    });
    if (missing.length > 0) {
      throw new DomainError(
        'schema_outdated',
        `the database schema is older than this version of Leadline (missing: ${missing.join(', ')}). Run "leadline migrate".`,
      );
    }
    this.#isCurrent = true;
  }
}

/** The migrations and functions that the database lacks. */
async function findMissing(db: Database): Promise<string[]> {
  const [migrations, functions] = await Promise.all([listMigrations(), readFunctions(FUNCTIONS_FOLDER)]);
  const { rows: tables } = await sql<{ isReadable: boolean }>`
    select coalesce(has_table_privilege(to_regclass('leadline.function_versions'), 'select'), false) as "isReadable"`.execute(
    db,
  );
  if (tables[0]?.isReadable !== true) return migrations.slice(-1);
  const { rows } = await sql<{ name: string }>`
    select name from leadline.migrations
    union all select name || ' ' || encode(sha256, 'hex') from leadline.function_versions`.execute(db);
  const applied = new Set(rows.map(({ name }) => name));
  return [
    ...migrations.filter((name) => !applied.has(name)),
    ...functions
      .filter(({ name, sha256 }) => !applied.has(`${name} ${sha256.toString('hex')}`))
      .map(({ name }) => `function ${name}`),
  ];
}
