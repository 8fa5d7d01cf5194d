// Gives each suite its own database, cloned from the one that global-setup.ts migrated.

import { randomBytes } from 'node:crypto';
import { openPool } from '@leadline/server';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

export const TEMPLATE_DATABASE = 'leadline_template';

export const databaseUrlFor = (postgresUrl: string, name: string): string =>
  Object.assign(new URL(postgresUrl), { pathname: name }).href;

/** The clone is never dropped, because the whole PostgreSQL server is removed at the end of the run. */
export async function cloneDatabase(postgresUrl = inject('postgresUrl')): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const pool = openPool(postgresUrl, { size: 1 });
  await pool.query(`create database ${name} template ${TEMPLATE_DATABASE}`);
  await pool.end();
  return databaseUrlFor(postgresUrl, name);
}
