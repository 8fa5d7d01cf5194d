// Puts counts into words. The server counts exactly up to a limit.

import type { Counts } from './use-counts.ts';

type Count = Counts['total'];

const COUNT = new Intl.NumberFormat('en-GB');

/** "213", "470+" if there may be more, or "–" if nothing is known yet: none were found, but not all were counted. */
export function formatCount(counted: Count | null): string {
  if (counted === null || !isKnown(counted)) return '–';
  const { count, is_capped: isCapped } = counted;
  return `${COUNT.format(count)}${isCapped ? '+' : ''}`;
}

/** "213 leads", for screen readers. Undefined if nothing is known yet. */
export function describeCount(counted: Count | null): string | undefined {
  if (counted === null || !isKnown(counted)) return undefined;
  return `${formatCount(counted)} ${counted.count === 1 && !counted.is_capped ? 'lead' : 'leads'}`;
}

/** "213 leads", "50 of 213 leads", or "First 50 leads" if no more have been counted. */
export function describeLoaded(loaded: number, hasMore: boolean, total: Count | null): string {
  if (!hasMore) return loaded === 1 ? '1 lead' : `${COUNT.format(loaded)} leads`;
  if (total === null || total.count <= loaded) return `First ${COUNT.format(loaded)} leads`;
  return `${COUNT.format(loaded)} of ${formatCount(total)} leads`;
}

const isKnown = ({ count, is_capped: isCapped }: Count): boolean => count > 0 || !isCapped;
