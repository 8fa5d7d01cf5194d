// Which failed calls are tried again, and after which pause.

import type { LeadlineError } from './errors.ts';

/** A longer wait is the caller’s decision: the error says how long. */
const MAX_RETRY_AFTER_SECONDS = 60;
const MAX_BACKOFF_MS = 8_000;

const TEMPORARY: ReadonlySet<unknown> = new Set([408, 429, 500, 502, 503, 504]);

export function mayTryAgain({ code, status, retryAfterSeconds }: LeadlineError, canRepeat: boolean): boolean {
  if ((retryAfterSeconds ?? 0) > MAX_RETRY_AFTER_SECONDS) return false;
  // Nothing was done: the request was over a limit, or its body did not arrive in time.
  if (status === 429 || code === 'request_timeout') return true;
  if (!canRepeat) return false;
  return code === 'request_in_flight' || status === null || TEMPORARY.has(status);
}

/** Twice as long each time, and up to half of it less, so that clients that failed together don’t return together. */
export function pauseBefore(
  retry: number,
  { retryAfterSeconds }: LeadlineError,
  firstPauseMs: number,
): number {
  const backoff = Math.min(MAX_BACKOFF_MS, firstPauseMs * 2 ** retry) * (1 - Math.random() / 2);
  return Math.max(backoff, (retryAfterSeconds ?? 0) * 1_000);
}
