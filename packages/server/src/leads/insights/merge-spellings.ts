// Counts sources that differ only in upper and lower case as one, under the most common spelling.

import { MAX_LISTED_VALUES } from '@leadline/contract/limits';

interface Spelling {
  readonly source: string;
  readonly leads: number;
}

export interface MergedSource extends Spelling {
  /** Most common first, and no more than the list of leads can be filtered by. */
  readonly spellings: string[];
}

const MAX_SOURCES = 20;

/** `sources` must be sorted by leads, largest first. */
export function mergeSpellings(sources: readonly Spelling[]): MergedSource[] {
  const groups = Map.groupBy(sources, ({ source }) => source.toLowerCase());
  return Array.from(groups.values(), (group) => mergeGroup(group.slice(0, MAX_LISTED_VALUES)))
    .toSorted((a, b) => b.leads - a.leads || (a.source < b.source ? -1 : 1))
    .slice(0, MAX_SOURCES);
}

const mergeGroup = (group: readonly Spelling[]): MergedSource => ({
  source: group[0]?.source ?? '',
  spellings: group.map(({ source }) => source),
  leads: group.reduce((sum, { leads }) => sum + leads, 0),
});
