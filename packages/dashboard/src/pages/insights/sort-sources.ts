// Sorts sources. The order is part of the URL: `sort=-revenue` is descending, `sort=source` ascending. Win rates are sorted by their lower bound, so that one win out of one doesn't beat 40 out of 60.

import type { Insights } from '@leadline/contract';

export type Source = Insights['sources'][number];
export type SortBy = 'source' | 'leads' | 'hot' | 'win' | 'revenue';

export interface Order {
  readonly by: SortBy;
  readonly isUp: boolean;
}

export const SORT_PARAM = 'sort';

export function readOrder(sort: string | null, sources: readonly Source[]): Order {
  const by = (sort ?? '').replace(/^-/, '');
  if (sort !== null && isSortBy(by)) return { by, isUp: !sort.startsWith('-') };
  return { by: sources.some(({ revenue }) => revenue > 0) ? 'revenue' : 'leads', isUp: false };
}

export function writeOrder({ by, isUp }: Order): string {
  return isUp ? by : `-${by}`;
}

function isSortBy(text: string): text is SortBy {
  return Object.hasOwn(COMPARE, text);
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
  hot: (a, b) => (hotShareOf(a) ?? -1) - (hotShareOf(b) ?? -1),
  win: (a, b) => (a.win.low ?? -1) - (b.win.low ?? -1),
  revenue: (a, b) => a.revenue - b.revenue || a.leads - b.leads,
};

/** Among leads without spam; null if there are none. */
export function hotShareOf({ leads, hot, spam }: Source): number | null {
  return leads === spam ? null : hot / (leads - spam);
}

export function nameSource({ source }: Source): string {
  return source === null ? 'Other sources' : source === '' ? 'No source' : source;
}
