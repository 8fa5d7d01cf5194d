// More databases for a suite's installation, each a cell of its own. With the variable TEST_CELLS=3, every suite that starts
// an API has three cells, on three PostgreSQL servers, and its accounts are spread over them.

import { randomInt } from 'node:crypto';
import { type NewAccount, openPool } from '@leadline/server';
import { cellUrl } from '@leadline/server/testing';
import { inject } from 'vitest';
import { cloneDatabase } from './clone-database.ts';
import { shareLogin, withoutLogin } from './share-login.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the servers for more cells. */
    cellPostgresUrls: readonly string[];
  }
}

export const TEST_CELLS = Number(process.env.TEST_CELLS ?? 1);

const spread = new Set<string>();
const alone = new Set<string>();

/** A database that TEST_CELLS leaves alone: for suites that are about one database, or that make cells of their own. */
export async function cloneAlone(): Promise<string> {
  const url = await cloneDatabase();
  alone.add(url);
  return url;
}

/** Suites with another login or server are about those. */
export function canHaveCells(directoryUrl: string): boolean {
  if (TEST_CELLS === 1 || alone.has(directoryUrl)) return false;
  const [own, suite] = [new URL(directoryUrl), new URL(inject('postgresUrl'))];
  return own.username === suite.username && own.host === suite.host;
}

/** Adds the cells that TEST_CELLS asks for. */
export async function spreadOverCells(directoryUrl: string): Promise<void> {
  if (!canHaveCells(directoryUrl) || spread.has(directoryUrl) || !(await hasSchema(directoryUrl))) return;
  spread.add(directoryUrl);
  // Of cells that are equally empty, the first by name gets the account: another one in every suite.
  const letters = randomInt(3) === 0 ? 'xyz' : randomInt(2) === 0 ? 'axy' : 'xab';
  for (const [place, postgresUrl] of inject('cellPostgresUrls').entries())
    await addTestCell(directoryUrl, `${letters[place]}-${place}`, postgresUrl);
}

/** The database that an account lives in. */
export async function findAccountUrl(
  directoryUrl: string,
  { accountId }: Pick<NewAccount, 'accountId'>,
): Promise<string> {
  const pool = openPool(directoryUrl, { size: 1 });
  const { rows } = await pool.query<{ name: string; address: string | null }>(
    'select c.name, c.address from leadline.cells c join leadline.accounts a on a.cell = c.name where a.id = $1',
    [accountId.replace('acct_', '')],
  );
  await pool.end();
  return rows[0] === undefined ? directoryUrl : cellUrl(directoryUrl, rows[0]);
}

async function hasSchema(directoryUrl: string): Promise<boolean> {
  const pool = openPool(directoryUrl, { size: 1 });
  try {
    const { rows } = await pool.query<{ exists: boolean }>(
      `select to_regclass('leadline.cells') is not null as exists`,
    );
    return rows[0]?.exists === true;
  } catch {
    return false; // the suite has closed it
  } finally {
    await pool.end();
  }
}

/** For suites that look at the database itself: lets all new accounts live in one of the cells, and returns its URL. */
export async function chooseOneCell(directoryUrl: string): Promise<string> {
  if (TEST_CELLS === 1) return directoryUrl;
  const pool = openPool(directoryUrl, { size: 1 });
  const { rows } = await pool.query<{ name: string; address: string | null }>(
    'select name, address from leadline.cells order by random() limit 1',
  );
  const [chosen] = rows as [{ name: string; address: string | null }];
  await pool.query('update leadline.cells set is_open = name = $1', [chosen.name]);
  await pool.end();
  return cellUrl(directoryUrl, chosen);
}

/** Adds a cell to the installation whose directory this is, on the suite's server or another. Returns its URL. */
export async function addTestCell(
  directoryUrl: string,
  name: string,
  postgresUrl = inject('postgresUrl'),
): Promise<string> {
  return makeCell(directoryUrl, name, await cloneDatabase(postgresUrl));
}

/** Makes an empty, migrated database a cell of the installation. Returns its URL, which has the directory's login. */
export async function makeCell(directoryUrl: string, name: string, url: string): Promise<string> {
  await shareLogin(directoryUrl, url);
  const place = { name, address: withoutLogin(url) };
  const shared = cellUrl(directoryUrl, place);
  alone.add(shared);
  await run(shared, 'insert into leadline.this_cell (name) values ($1)', [name]);
  await run(directoryUrl, 'insert into leadline.cells (name, address) values ($1, $2)', [
    name,
    place.address,
  ]);
  return shared;
}

async function run(url: string, statement: string, values: readonly string[]): Promise<void> {
  const pool = openPool(url, { size: 1 });
  await pool.query(statement, [...values]);
  await pool.end();
}
