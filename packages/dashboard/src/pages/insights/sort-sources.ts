// Sorts sources. Win rates are sorted by their lower bound, so that one win out of one doesn't beat 40 out of 60.

import type { Insights } from '@leadline/contract';

export type Source = Insights['sources'][number];
export type SortBy = 'source' | 'leads' | 'hot' | 'win' | 'revenue';

export interface Order {
  readonly by: SortBy;
  readonly isUp: boolean;
}

export function sortSources(sources: readonly Source[], { by, isUp }: Order): Source[] {
  const compare = COMPARE[by];
  return sources.toSorted((a, b) => {
    // The row for all other sources always comes last.
    if (a.source === null || b.source === null) return Number(a.source === null) - Number(b.source === null);
    return isUp ? compare(a, b) : compare(b, a);
  });
}

const COMPARE: Readonly<Record<SortBy, (a: Source, b: Source) => number>> = {
  source: (a, b) => nameSource(a).localeCompare(nameSource(b)),
  leads: (a, b) => a.leads - b.leads,
  hot: (a, b) => a.hot / a.leads - b.hot / b.leads,
  win: (a, b) => (a.win.low ?? -1) - (b.win.low ?? -1),
  revenue: (a, b) => a.revenue - b.revenue,
};

export function nameSource({ source }: Source): string {
  return source === null ? 'Other sources' : source === '' ? 'No source' : source;
}
