// `leadline migrate`: brings the database to the schema this version needs.

import { migrate } from '@leadline/server';
import { Command } from 'commander';
import { printLine } from './output.ts';
import { addStoreOptions, type StoreOptions, withStore } from './store-options.ts';

export const migrateCommand = (): Command =>
  addStoreOptions(new Command('migrate')).action(async ({ data }: StoreOptions) => {
    const names = await withStore({ data }, (url) => migrate(url));
    printLine(names.length === 0 ? 'up to date' : `ran ${names.join(', ')}`);
  });
