// Counts sources that differ only in upper and lower case as one, under the most common spelling.

import { MAX_LISTED_VALUES } from '@leadline/contract/limits';
import type { LeadCounts } from './count-leads.ts';

export interface MergedSource {
  readonly source: string;
  /** Most common first, and no more than the list of leads can be filtered by. */
  readonly spellings: string[];
  readonly leads: number;
  readonly hot: number;
  readonly spam: number;
}

const MAX_SOURCES = 20;

/** `sources` must be sorted by leads, largest first. */
export function mergeSpellings(sources: LeadCounts['sources']): MergedSource[] {
  const groups = Map.groupBy(sources, ({ source }) => source.toLowerCase());
  return Array.from(groups.values(), (group) => mergeGroup(group.slice(0, MAX_LISTED_VALUES)))
    .toSorted((a, b) => b.leads - a.leads || (a.source < b.source ? -1 : 1))
    .slice(0, MAX_SOURCES);
}

const mergeGroup = (group: LeadCounts['sources']): MergedSource =>
  group.reduce<MergedSource>(
    (merged, { source, leads, hot, spam }) => ({
      source: merged.spellings[0] ?? source,
      spellings: [...merged.spellings, source],
      leads: merged.leads + leads,
      hot: merged.hot + hot,
      spam: merged.spam + spam,
    }),
    { source: '', spellings: [], leads: 0, hot: 0, spam: 0 },
  );
