// Where the data is: DATABASE_URL, or else a PostgreSQL of our own in a folder.

import { resolve } from 'node:path';
import {
  type Database,
  migrate,
  openDatabase,
  openPool,
  Refused,
  startLocalPostgres,
} from '@leadline/server';
import type { Command } from 'commander';
import { typedFrom } from './input.ts';
import { fail } from './output.ts';

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

/** A PostgreSQL that was running before, as under `leadline serve`, goes on running after. */
export async function openStore({ data }: StoreOptions): Promise<Store> {
  const given = process.env.DATABASE_URL;
  if (given !== undefined && given !== '') return { url: given, isOurs: false, close: async () => {} };
  const local = await startLocalPostgres(resolve(typedFrom, data));
  return { url: local.url, isOurs: true, close: () => (local.wasRunning ? Promise.resolve() : local.stop()) };
}

/** Does an operator's work as the owner of the tables, on an up-to-date schema. */
export async function withDatabase<T>(options: StoreOptions, work: (db: Database) => Promise<T>): Promise<T> {
  const store = await openStore(options);
  try {
    await migrate(store.url);
    const db = openDatabase(openPool(store.url, { size: 1 }));
    try {
      return await work(db);
    } finally {
      await db.destroy();
    }
  } catch (error) {
    if (error instanceof Refused) return fail(error.message);
    throw error;
  } finally {
    await store.close();
  }
}
