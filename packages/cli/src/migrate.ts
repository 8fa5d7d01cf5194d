// `leadline migrate`: updates the schema of the directory and of all cells to this version, and creates the logins of the
// API and the worker.

import { inOtherCells, type Migrated, planMigration } from '@leadline/server';
import { Command } from 'commander';
import { reportFailures } from './cell-results.ts';
import { LOGINS_HELP, readLogins } from './logins.ts';
import { migrateAll } from './migrate-all.ts';
import { printPlan } from './migration-plan.ts';
import { makeOutputOptional, printLine } from './output.ts';
import { addStoreOptions, type StoreOptions, withStore } from './store-options.ts';

const HELP = `
Environment:
  DATABASE_URL  the database, with a user who may create schemas and roles
${LOGINS_HELP}`;

export const migrateCommand = (): Command =>
  addStoreOptions(new Command('migrate'))
    .option('--plan', 'only print what it would do')
    .option('--json', 'print the plan as JSON')
    .addHelpText('after', HELP)
    .action(async ({ data, plan, json }: StoreOptions & { plan?: true; json?: true }) => {
      if (plan) return withStore({ data }, (url) => showPlan(url, json));
      makeOutputOptional();
      const logins = readLogins();
      const onRetry = (): void => printLine('waiting for a lock; will try again in 2 s');
      await withStore({ data }, (url) => migrateAll(url, { logins, onRetry, onMigrated: printMigrated }));
    });

function printMigrated({ migrations, functions, logins }: Migrated, cell: string | null): void {
  if (cell !== null) printLine(`cell ${cell}:`);
  if (migrations.length > 0) printLine(`ran ${migrations.join(', ')}`);
  if (functions.length > 0) printLine(`replaced functions ${functions.join(', ')}`);
  if (migrations.length + functions.length === 0) printLine('up to date');
  if (logins.length > 0) printLine(`logins ready: ${logins.join(', ')}`);
}

async function showPlan(url: string, isJson = false): Promise<void> {
  const own = await planMigration(url);
  const results = await inOtherCells(url, (cellUrl) => planMigration(cellUrl));
  const plans = reportFailures(results, 'could not be looked at', { isOneOfMany: true });
  if (isJson) {
    const cells = plans.map(({ cell, value }) => ({ cell, ...value }));
    printLine(JSON.stringify(cells.length === 0 ? own : { ...own, cells }, null, 2));
    return;
  }
  printPlan(own);
  for (const { cell, value } of plans) {
    printLine();
    printLine(`cell ${cell}:`);
    printPlan(value);
  }
}
