// Estimates when the plan's monthly limit will be reached at the current pace.

import type { UsageResult } from '@leadline/contract';

interface Projection {
  /** Until the end of the month (UTC); 1 on the last day. */
  readonly daysLeft: number;
  /** Null if the limit won't be reached, or it's too early to tell. */
  readonly runsOutAt: Date | null;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Less than a day of data says too little about the whole month. */
const MIN_ELAPSED_MS = DAY_MS;

export function projectUsage(
  { month, used, limit, resets_at }: UsageResult['data'],
  now: number,
): Projection {
  const start = Date.parse(`${month}-01T00:00:00Z`);
  const end = Date.parse(resets_at);
  const daysLeft = Math.max(1, Math.ceil((end - now) / DAY_MS));
  const elapsedMs = now - start;
  if (limit === null || used === 0 || used >= limit || elapsedMs < MIN_ELAPSED_MS) {
    return { daysLeft, runsOutAt: null };
  }
  const runsOutAt = start + elapsedMs * (limit / used);
  return { daysLeft, runsOutAt: runsOutAt < end ? new Date(runsOutAt) : null };
}
