// Puts counts into words. Counts are exact up to a limit of the server.

import type { Counts } from './use-counts.ts';

type Count = Counts['total'];

const COUNT = new Intl.NumberFormat('en-GB');

/** "213", or "5,000+" if there are more. */
export function formatCount({ count, is_capped: isCapped }: Count): string {
  return `${COUNT.format(count)}${isCapped ? '+' : ''}`;
}

/** "213 leads", "50 of 213 leads", or "First 50 leads" until they are counted. */
export function describeLoaded(loaded: number, hasMore: boolean, total: Count | null): string {
  if (!hasMore) return loaded === 1 ? '1 lead' : `${COUNT.format(loaded)} leads`;
  if (total === null || (total.count <= loaded && !total.is_capped))
    return `First ${COUNT.format(loaded)} leads`;
  return `${COUNT.format(loaded)} of ${formatCount(total)} leads`;
}
