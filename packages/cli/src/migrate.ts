// `leadline migrate`: updates the database schema to this version.

import { migrate } from '@leadline/server';
import { Command } from 'commander';
import { printLine } from './output.ts';
import { addStoreOptions, type StoreOptions, withStore } from './store-options.ts';

export const migrateCommand = (): Command =>
  addStoreOptions(new Command('migrate')).action(async ({ data }: StoreOptions) => {
    const { migrations, functions } = await withStore({ data }, (url) => migrate(url));
    if (migrations.length > 0) printLine(`ran ${migrations.join(', ')}`);
    if (functions.length > 0) printLine(`replaced functions ${functions.join(', ')}`);
    if (migrations.length + functions.length === 0) printLine('up to date');
  });
