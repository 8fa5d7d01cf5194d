// When to retry a delivery: after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, as Standard Webhooks
// recommends. That adds up to about 28 hours.

const SECONDS = 1_000;
const MINUTES = 60 * SECONDS;
const HOURS = 60 * MINUTES;

const PAUSES_MS = [5 * SECONDS, 5 * MINUTES, 30 * MINUTES, 2 * HOURS, 5 * HOURS, 10 * HOURS, 10 * HOURS];

/** Adds up to 20% to each pause, so that deliveries that failed together aren't all retried at once. */
const JITTER = 0.2;

/** Endpoints that fail continuously for this long are disabled. */
export const MAX_FAILING_MS = 5 * 24 * HOURS;

/** How long to wait after this many attempts, or null if there are no more. `random` is between 0 and 1. */
export function pauseAfter(attempts: number, random: number): number | null {
  const pause = PAUSES_MS[attempts - 1];
  return pause === undefined ? null : Math.round(pause * (1 + JITTER * random));
}
