// Combines the changes of two people who started from the same settings, so that neither loses any.

import type { SettingsChanges } from '@leadline/contract';
import { build, flatten, isSameValue, type Part } from './changes.ts';

export interface Merged {
  readonly changes: SettingsChanges;
  /** What both changed, each differently. Mine counts. */
  readonly clashes: readonly (readonly string[])[];
}

export function mergeChanges(base: SettingsChanges, mine: SettingsChanges, theirs: SettingsChanges): Merged {
  const [before, own, other] = [flatten(base), flatten(mine), flatten(theirs)];
  const clashes: (readonly string[])[] = [];
  const parts = [...new Map([...before, ...other, ...own])].map(([key, { names }]): Part => {
    const [was, is, theirValue] = [before, own, other].map((from) => from.get(key)?.value);
    if (isSameValue(is, was) || isSameValue(is, theirValue)) return { names, value: theirValue };
    if (isSameValue(theirValue, was)) return { names, value: is };
    if (LISTS.has(names[0] ?? '')) return { names, value: mergeLists(list(was), list(is), list(theirValue)) };
    clashes.push(names);
    return { names, value: is };
  });
  return { changes: build(parts), clashes };
}

const LISTS: ReadonlySet<string> = new Set(['words', 'exclusions']);

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Theirs without what I removed, and what I added. */
function mergeLists(base: readonly unknown[], mine: readonly unknown[], theirs: readonly unknown[]) {
  const has = (items: readonly unknown[], item: unknown): boolean =>
    items.some((known) => isSameValue(known, item));
  const merged = [
    ...theirs.filter((item) => !has(base, item) || has(mine, item)),
    ...mine.filter((item) => !has(base, item) && !has(theirs, item)),
  ];
  return merged.length === 0 ? undefined : merged;
}
