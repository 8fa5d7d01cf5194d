// A PostgreSQL server with a database whose owner is not a superuser, as on a managed PostgreSQL.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPool } from '../../src/platform/db/pool.ts';
import { startLocalPostgres } from '../../src/platform/postgres/local-postgres.ts';

export interface UnprivilegedOwner {
  /** The owner of the database, who may create roles. */
  readonly ownerUrl: string;
  /** The same database as another user, who has PASSWORD. */
  urlFor(user: string): string;
  /** Runs a statement in the database. */
  runAsSuperuser(statement: string): Promise<void>;
  stop(): Promise<void>;
}

export const PASSWORD = 'secret';

export async function startUnprivilegedOwner(
  settings: Readonly<Record<string, string>> = {},
): Promise<UnprivilegedOwner> {
  const folder = await mkdtemp(join(tmpdir(), 'leadline-owner-'));
  const postgres = await startLocalPostgres(folder, { shared_buffers: '16MB', ...settings });
  const superuser = openPool(postgres.url, { size: 1 });
  await superuser.query(`create role shop_owner login createrole password '${PASSWORD}'`);
  await superuser.query('create database shop owner shop_owner');
  await superuser.end();
  const urlFor = (user: string): string =>
    Object.assign(new URL(postgres.url), { username: user, password: PASSWORD, pathname: 'shop' }).href;
  const superuserUrl = Object.assign(new URL(postgres.url), { pathname: 'shop' }).href;
  return {
    ownerUrl: urlFor('shop_owner'),
    urlFor,
    runAsSuperuser: async (statement) => {
      const pool = openPool(superuserUrl, { size: 1 });
      await pool.query(statement).finally(() => pool.end());
    },
    stop: async () => {
      await postgres.stop('immediate');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
