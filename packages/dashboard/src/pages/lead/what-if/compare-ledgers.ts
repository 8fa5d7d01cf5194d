// Compares two ledgers: finds reasons that were added or removed, or whose points changed.

import { withoutPoints } from '../format-points.ts';
import type { LedgerEntry } from '../lead-query.ts';

export interface Difference {
  readonly key: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly group: string;
  readonly text: string;
  readonly before: number | null;
  readonly after: number | null;
}

/** In the order of the second ledger, followed by entries that only the first one has. */
export function compareLedgers(first: readonly LedgerEntry[], second: readonly LedgerEntry[]): Difference[] {
  const before = byKey(first);
  const after = byKey(second);
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((key): Difference[] => {
    const was = before.get(key) ?? null;
    const is = after.get(key) ?? null;
    if (was?.points === is?.points) return [];
    const { group, text } = (is ?? was) as LedgerEntry;
    const kind = was === null ? 'added' : is === null ? 'removed' : 'changed';
    return [
      {
        key,
        kind,
        group,
        text,
        before: was?.points ?? null,
        after: is?.points ?? null,
      },
    ];
  });
}

/** A rule usually has one entry; if it has several, their points are added up. */
function byKey(ledger: readonly LedgerEntry[]): Map<string, LedgerEntry> {
  const entries = new Map<string, LedgerEntry>();
  for (const entry of ledger) {
    const key = `${entry.group} ${entry.code}`;
    const known = entries.get(key);
    entries.set(
      key,
      known === undefined
        ? { ...entry, text: withoutPoints(entry) }
        : { ...known, points: known.points + entry.points },
    );
  }
  return entries;
}
