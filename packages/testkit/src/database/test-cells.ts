// More databases for a suite's installation, each a cell of its own.

import { openPool } from '@leadline/server';
import { inject } from 'vitest';
import { cloneDatabase } from './clone-database.ts';

/** Adds a cell to the installation whose directory this is. Returns its URL. */
export async function addTestCell(
  directoryUrl: string,
  name: string,
  postgresUrl = inject('postgresUrl'),
): Promise<string> {
  const url = await cloneDatabase(postgresUrl);
  await run(url, 'insert into leadline.this_cell (name) values ($1)', [name]);
  const address = Object.assign(new URL(url), { username: '', password: '' }).href;
  await run(directoryUrl, 'insert into leadline.cells (name, address) values ($1, $2)', [name, address]);
  return url;
}

async function run(url: string, statement: string, values: readonly string[]): Promise<void> {
  const pool = openPool(url, { size: 1 });
  await pool.query(statement, [...values]);
  await pool.end();
}
