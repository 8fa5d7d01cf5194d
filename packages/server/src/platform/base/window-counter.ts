// Counts what each account or other sender does within a minute, in one process.

import { DomainError } from './domain-error.ts';

interface Window {
  readonly endsAt: number;
  used: number;
}

export interface Counted {
  readonly used: number;
  readonly secondsLeft: number;
}

export const WINDOW_SECONDS = 60;
/** When this many senders have been counted within a minute, counting starts over. */
const MAX_SENDERS = 100_000;

export class WindowCounter {
  readonly #windows = new Map<string, Window>();
  #sweepAt = 0;

  count(sender: string, times = 1, now = performance.now()): Counted {
    const window = this.#windowOf(sender, now);
    window.used += times;
    const secondsLeft = Math.min(WINDOW_SECONDS, Math.ceil((window.endsAt - now) / 1000));
    return { used: window.used, secondsLeft };
  }

  /** Throws `rate_limited` if the sender has now done it more than `max` times. */
  admit(sender: string, max: number, message: string, now = performance.now()): void {
    const { used, secondsLeft } = this.count(sender, 1, now);
    if (used > max) throw new DomainError('rate_limited', message, { retryAfterSeconds: secondsLeft });
  }

  /** For what turned out not to count. */
  uncount(sender: string): void {
    const window = this.#windows.get(sender);
    if (window !== undefined && window.used > 0) window.used--;
  }

  #windowOf(sender: string, now: number): Window {
    this.#sweep(now);
    const window = this.#windows.get(sender);
    if (window !== undefined && window.endsAt > now) return window;
    const fresh = { endsAt: now + WINDOW_SECONDS * 1000, used: 0 };
    this.#windows.set(sender, fresh);
    return fresh;
  }

  /** Forgets senders that have stopped. */
  #sweep(now: number): void {
    if (this.#windows.size >= MAX_SENDERS) this.#windows.clear();
    if (now < this.#sweepAt) return;
    this.#sweepAt = now + WINDOW_SECONDS * 1000;
    for (const [sender, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(sender);
  }
}
