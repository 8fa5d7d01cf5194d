// Where the data is: DATABASE_URL, or else a PostgreSQL of our own in a folder.

import { resolve } from 'node:path';
import { type Installation, migrate, openInstallation, openPool, startLocalPostgres } from '@leadline/server';
import type { Command } from 'commander';
import { typedFrom } from './input.ts';

export interface StoreOptions {
  readonly data: string;
}

export interface Store {
  readonly url: string;
  /** A PostgreSQL of our own rather than the operator's. */
  readonly isOurs: boolean;
  close(): Promise<void>;
}

export const addStoreOptions = (command: Command): Command =>
  command.option(
    '--data <folder>',
    'folder for a PostgreSQL of its own; not used when DATABASE_URL is set',
    'leadline-data',
  );

export async function openStore({ data }: StoreOptions): Promise<Store> {
  const given = process.env.DATABASE_URL;
  if (given !== undefined && given !== '') return { url: given, isOurs: false, close: async () => {} };
  const local = await startLocalPostgres(resolve(typedFrom, data));
  return { url: local.url, isOurs: true, close: () => local.stop() };
}

/** Does an operator's work as the owner of the tables. */
export async function withDatabase<T>(
  options: StoreOptions,
  work: (db: Installation) => Promise<T>,
): Promise<T> {
  return withStore(options, async (url, isOurs) => {
    // A database of the operator's is migrated when the operator says so.
    if (isOurs) await migrate(url);
    const db = openInstallation(openPool(url, { size: 1 }));
    try {
      return await work(db);
    } finally {
      await db.destroy();
    }
  });
}

export async function withStore<T>(
  options: StoreOptions,
  work: (url: string, isOurs: boolean) => Promise<T>,
): Promise<T> {
  const store = await openStore(options);
  try {
    return await work(store.url, store.isOurs);
  } finally {
    await leaveStore(store);
  }
}

export async function leaveStore(store: Store): Promise<void> {
  if (!(await isInUse(store))) await store.close();
}

/** `leadline serve` may have been running before, or have come meanwhile. */
async function isInUse({ url, isOurs }: Store): Promise<boolean> {
  if (!isOurs) return false;
  const pool = openPool(url, { size: 1 });
  const { rowCount } = await pool.query(
    "select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1",
  );
  await pool.end();
  return rowCount !== 0;
}
