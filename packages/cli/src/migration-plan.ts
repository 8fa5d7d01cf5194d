// Prints what `leadline migrate` would do.

import type { MigrationPlan, PlannedEffect, PlannedMigration } from '@leadline/server';
import { paint, printLine } from './output.ts';

export function printPlan({ isNewDatabase, migrations, functions }: MigrationPlan): void {
  if (isNewDatabase) {
    printLine(`new database: runs ${migrations.length} migrations and creates ${functions.length} functions`);
    return;
  }
  if (migrations.length + functions.length === 0) {
    printLine('up to date');
    return;
  }
  for (const migration of migrations) printMigration(migration);
  if (functions.length > 0) printLine(`replaces functions ${functions.join(', ')}`);
  printLine();
  printLine(describeUpgrade(migrations));
  printLine(paint('dim', 'Times are rough, from the sizes of the tables. Nothing was changed.'));
}

function printMigration({ name, isOnline, effects }: PlannedMigration): void {
  printLine(`${name}${isOnline ? ' (online: each step commits by itself)' : ''}`);
  for (const effect of effects) {
    printLine(`  ${effect.action}${describeTime(effect.seconds)}`);
    for (const line of describeLocks(effect)) printLine(`    ${line}`);
  }
}

function describeTime(seconds: number | null): string {
  if (seconds === null) return ', for an unknown time';
  return seconds < 1 ? '' : `, about ${formatSeconds(seconds)}`;
}

/** Locks that neither readers nor writers wait for aren't worth a line. */
function describeLocks({ locks, heldSeconds }: PlannedEffect): string[] {
  const held =
    heldSeconds === null
      ? 'until the migration is done'
      : heldSeconds < 1
        ? 'for a moment'
        : `for about ${formatSeconds(heldSeconds)}`;
  return locks.flatMap(({ table, lock }) => {
    if (lock === 'access exclusive') return `blocks reads and writes of ${table} ${held} (${lock} lock)`;
    if (lock === 'share' || lock === 'share row exclusive')
      return `blocks writes to ${table} ${held} (${lock} lock)`;
    return [];
  });
}

const formatSeconds = (seconds: number): string =>
  seconds < 100 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;

function describeUpgrade(migrations: readonly PlannedMigration[]): string {
  const stopFor = migrations.filter(({ keepsWorking }) => keepsWorking === 'none').map(({ name }) => name);
  if (stopFor.length > 0)
    return `Stop all processes first: earlier releases don't work with ${stopFor.join(', ')}.`;
  const needed = migrations.flatMap(({ keepsWorking }) =>
    typeof keepsWorking === 'object' ? keepsWorking.since : [],
  );
  const [newest] = needed.toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }));
  return newest === undefined
    ? 'The previous release keeps working: leave its processes running.'
    : `Release ${newest} and later keep working: leave their processes running, and stop earlier ones.`;
}
