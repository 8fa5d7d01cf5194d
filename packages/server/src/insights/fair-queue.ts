// Whose question is answered next. An account has one answered at a time and may have some waiting; accounts take turns, so
// that one which asks all the time keeps no other from an answer.

import { DomainError } from '../base/domain-error.ts';

/** How many are answered at once, of as many accounts. */
export const ANSWERED_AT_ONCE = 2;
/** More than somebody has windows open, and few enough that the last is still waited for. */
const MAX_WAITING = 12;

export class FairTurns {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  readonly #answered = new Set<string>();
  /** By account, in the order of their turns. */
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(atOnce = ANSWERED_AT_ONCE, mostWaiting = MAX_WAITING) {
    this.#atOnce = atOnce;
    this.#mostWaiting = mostWaiting;
  }

  /** Rejects with `rate_limited` when too many requests of the account are waiting already. */
  async take<Answer>(account: string, find: () => Promise<Answer>): Promise<Answer> {
    await this.#turnOf(account);
    try {
      return await find();
    } finally {
      this.#answered.delete(account);
      this.#putLast(account);
      this.#callNext();
    }
  }

  #turnOf(account: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(account) ?? [];
      if (waiting.length >= this.#mostWaiting) {
        reject(
          new DomainError('rate_limited', 'too many insights requests in progress', { retryAfterSeconds: 2 }),
        );
        return;
      }
      waiting.push(resolve);
      this.#waiting.set(account, waiting);
      this.#callNext();
    });
  }

  /** Behind all who had no turn meanwhile. */
  #putLast(account: string): void {
    const waiting = this.#waiting.get(account);
    if (waiting === undefined) return;
    this.#waiting.delete(account);
    this.#waiting.set(account, waiting);
  }

  #callNext(): void {
    for (const [account, waiting] of this.#waiting) {
      if (this.#answered.size >= this.#atOnce) return;
      if (this.#answered.has(account)) continue;
      const begin = waiting.shift();
      if (waiting.length === 0) this.#waiting.delete(account);
      this.#answered.add(account);
      begin?.();
    }
  }
}
