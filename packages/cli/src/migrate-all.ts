// Migrates the directory and all cells, for `leadline migrate` and `leadline serve`.

import { inOtherCells, type Migrated, type MigrateOptions, migrate } from '@leadline/server';
import { reportFailures } from './cell-results.ts';

export interface MigrateAllOptions extends MigrateOptions {
  /** `cell` is null for the directory. */
  readonly onMigrated?: (migrated: Migrated, cell: string | null) => void;
}

/** Prints which cells failed, and returns whether there were none. */
export async function migrateAll(
  directoryUrl: string,
  { onMigrated = () => {}, ...options }: MigrateAllOptions = {},
): Promise<boolean> {
  // First, because it knows the cells.
  onMigrated(await migrate(directoryUrl, options), null);
  const results = await inOtherCells(directoryUrl, (url) => migrate(url, options));
  const migrated = reportFailures(results, 'was not migrated', { isOneOfMany: true });
  for (const { cell, value } of migrated) onMigrated(value, cell);
  return migrated.length === results.length;
}
