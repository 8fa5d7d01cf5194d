// `leadline migrate`: updates the database schema to this version, and creates the logins of the API and the worker.

import { migrate, planMigration } from '@leadline/server';
import { Command } from 'commander';
import { LOGINS_HELP, readLogins } from './logins.ts';
import { printPlan } from './migration-plan.ts';
import { printLine } from './output.ts';
import { addStoreOptions, type StoreOptions, withStore } from './store-options.ts';

const HELP = `
Environment:
  DATABASE_URL  the database, with a user who may create schemas and roles
${LOGINS_HELP}`;

export const migrateCommand = (): Command =>
  addStoreOptions(new Command('migrate'))
    .option('--plan', 'only print what it would do, what that blocks, and for how long')
    .option('--json', 'print the plan as JSON')
    .addHelpText('after', HELP)
    .action(async ({ data, plan, json }: StoreOptions & { plan?: true; json?: true }) => {
      if (plan) {
        const planned = await withStore({ data }, (url) => planMigration(url));
        return json ? printLine(JSON.stringify(planned, null, 2)) : printPlan(planned);
      }
      const migrated = await withStore({ data }, (url) =>
        migrate(url, {
          logins: readLogins(),
          onRetry: () => printLine('waiting for a lock; will try again in 2 s'),
        }),
      );
      const { migrations, functions } = migrated;
      if (migrations.length > 0) printLine(`ran ${migrations.join(', ')}`);
      if (functions.length > 0) printLine(`replaced functions ${functions.join(', ')}`);
      if (migrations.length + functions.length === 0) printLine('up to date');
      if (migrated.logins.length > 0) printLine(`logins ready: ${migrated.logins.join(', ')}`);
    });
