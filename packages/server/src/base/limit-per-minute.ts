// Limits how often an account may do something within a minute, in one process.

import { DomainError } from './domain-error.ts';

const WINDOW_MS = 60_000;

export class LimitPerMinute {
  readonly #max: number;
  readonly #what: string;
  #used = new Map<string, number>();
  #endsAt = 0;

  /** `what` names what is limited, for the error message. */
  constructor(max: number, what: string) {
    this.#max = max;
    this.#what = what;
  }

  /** Throws if the account is over the limit. */
  admit(account: string, now = performance.now()): void {
    if (now >= this.#endsAt) {
      this.#used = new Map();
      this.#endsAt = now + WINDOW_MS;
    }
    const used = this.#used.get(account) ?? 0;
    if (used >= this.#max)
      throw new DomainError('rate_limited', `the limit is ${this.#max} ${this.#what} per minute`, {
        retryAfterSeconds: Math.ceil((this.#endsAt - now) / 1000),
      });
    this.#used.set(account, used + 1);
  }
}
