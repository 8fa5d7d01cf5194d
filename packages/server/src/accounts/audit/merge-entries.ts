// Merges entries from two sources into a page of the audit log. Both are newest first and start at the same cursor.

import type { UnnamedEntry } from './list-audit.ts';

/** Each list has one more entry than fits on the page, if there are that many. */
export function mergeEntries(
  entries: readonly UnnamedEntry[],
  others: readonly UnnamedEntry[],
): UnnamedEntry[] {
  return [...entries, ...others].toSorted((a, b) => (a.entry_id < b.entry_id ? 1 : -1));
}
