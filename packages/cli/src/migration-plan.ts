// Prints what `leadline migrate` would do.

import type { MigrationPlan } from '@leadline/server';
import { paint, printLine } from './output.ts';

export function printPlan({ migrations, functions }: MigrationPlan): void {
  if (migrations.length + functions.length === 0) {
    printLine('up to date');
    return;
  }
  for (const { name, isOnline } of migrations)
    printLine(`runs ${name}${isOnline ? ' (online: each step commits by itself)' : ''}`);
  if (functions.length > 0) printLine(`replaces functions ${functions.join(', ')}`);
  printLine();
  printLine('The previous release keeps working: leave its processes running.');
  printLine(paint('dim', 'Nothing was changed.'));
}
