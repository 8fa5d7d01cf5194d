// How long the month's allowance will last if leads come in as they did so far.

import type { UsageResult } from '@leadline/contract';

interface Projection {
  /** To the end of the month (UTC); the last day is one. */
  readonly daysLeft: number;
  /** Null when it lasts, or when it is too early to tell. */
  readonly runsOutAt: Date | null;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** The first day's leads say little of the month. */
const MIN_TOLD_BY_MS = DAY_MS;

export function projectUsage(
  { month, used, limit, resets_at }: UsageResult['data'],
  now: number,
): Projection {
  const start = Date.parse(`${month}-01T00:00:00Z`);
  const end = Date.parse(resets_at);
  const daysLeft = Math.max(1, Math.ceil((end - now) / DAY_MS));
  const elapsedMs = now - start;
  if (limit === null || used === 0 || used >= limit || elapsedMs < MIN_TOLD_BY_MS) {
    return { daysLeft, runsOutAt: null };
  }
  const runsOutAt = start + elapsedMs * (limit / used);
  return { daysLeft, runsOutAt: runsOutAt < end ? new Date(runsOutAt) : null };
}
