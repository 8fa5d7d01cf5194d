// `leadline migrate`: brings the database to the schema this version needs.

import { migrate } from '@leadline/server';
import { Command } from 'commander';
import { printLine } from './output.ts';
import { addStoreOptions, openStore, type StoreOptions } from './store-options.ts';

export const migrateCommand = (): Command =>
  addStoreOptions(
    new Command('migrate').description('bring the database to the schema this version needs'),
  ).action(async ({ data }: StoreOptions) => {
    const store = await openStore({ data });
    try {
      const names = await migrate(store.url);
      printLine(names.length === 0 ? 'up to date' : `ran ${names.join(', ')}`);
    } finally {
      await store.close();
    }
  });
