// The database a command uses: DATABASE_URL, or a local PostgreSQL in a folder.

import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Installation,
  migrate,
  openInstallation,
  openPool,
  readSecretFiles,
  requireDatabaseUrl,
  requireDirectory,
  requireKnownNames,
  startLocalPostgres,
} from '@leadline/server';
import type { Command } from 'commander';
import { userFolder } from './input.ts';

export interface StoreOptions {
  readonly data: string;
}

export interface Store {
  readonly url: string;
  /** Whether Leadline started this PostgreSQL itself. */
  readonly isLocal: boolean;
  close(): Promise<void>;
}

export const addStoreOptions = (command: Command): Command =>
  command.option(
    '--data <folder>',
    'folder of the local PostgreSQL; ignored if DATABASE_URL or DATABASE_URL_FILE is set',
    'leadline-data',
  );

export async function openStore({ data }: StoreOptions, onLocal: () => void = () => {}): Promise<Store> {
  const given = findDatabaseUrl();
  if (given !== null) return { url: given, isLocal: false, close: async () => {} };
  onLocal();
  const local = await startLocalPostgres(resolve(userFolder, data));
  return { url: local.url, isLocal: true, close: () => local.stop() };
}

/** Null if none is set. */
export function findDatabaseUrl(): string | null {
  requireKnownNames(process.env);
  const url = readSecretFiles(process.env).DATABASE_URL?.trim() ?? '';
  if (url === '') return null;
  requireDatabaseUrl('DATABASE_URL', url);
  return url;
}

/** Runs `work` as the owner of the tables of the directory. */
export async function withDatabase<T>(
  options: StoreOptions,
  work: (db: Installation, url: string) => Promise<T>,
): Promise<T> {
  return withStore(options, async (url, isLocal) => {
    // Operators decide for themselves when to migrate their own database.
    if (isLocal) await migrate(url);
    return onDatabase(url, (db) => work(db, url));
  });
}

/** Runs `work` with this login. */
export async function onDatabase<T>(url: string, work: (db: Installation) => Promise<T>): Promise<T> {
  const db = openInstallation(openPool(url, { size: 1 }));
  try {
    await requireDirectory(db);
    return await work(db);
  } finally {
    await db.destroy();
  }
}

export async function withStore<T>(
  options: StoreOptions,
  work: (url: string, isLocal: boolean) => Promise<T>,
): Promise<T> {
  const store = await openStore(options);
  try {
    return await work(store.url, store.isLocal);
  } finally {
    await leaveStore(store);
  }
}

const TRY_EVERY_MS = 200;

/** Stops a local PostgreSQL unless another process, such as `leadline serve`, is using it. PostgreSQL lists connections for a
 * moment after we have closed them, so a process that had many looks several times. */
export async function leaveStore(store: Store, { tries = 1 } = {}): Promise<void> {
  if (!(await isInUse(store, tries))) await store.close();
}

async function isInUse({ url, isLocal }: Store, tries: number): Promise<boolean> {
  if (!isLocal) return false;
  const pool = openPool(url, { size: 1 });
  try {
    for (let left = tries; left > 0; left--) {
      const { rowCount } = await pool.query(
        "select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1",
      );
      if (rowCount === 0) return false;
      if (left > 1) await sleep(TRY_EVERY_MS);
    }
    return true;
  } finally {
    await pool.end();
  }
}
