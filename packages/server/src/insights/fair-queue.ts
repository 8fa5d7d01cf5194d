// A queue in which accounts take turns. Each account has one task running at a time and a few waiting, so an account
// that sends many requests can't block the others.

import { DomainError } from '../base/domain-error.ts';

/** Each from a different account. */
export const MAX_RUNNING = 2;
/** More than the number of windows a person has open, but few enough that the last one still gets its answer in
 * time. */
const MAX_WAITING = 12;

export class FairQueue {
  readonly #maxRunning: number;
  readonly #maxWaiting: number;
  readonly #running = new Set<string>();
  /** Keyed by account, in the order in which accounts take turns. */
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(maxRunning = MAX_RUNNING, maxWaiting = MAX_WAITING) {
    this.#maxRunning = maxRunning;
    this.#maxWaiting = maxWaiting;
  }

  /** Rejects with `rate_limited` if the account already has too many tasks waiting. */
  async run<Result>(account: string, task: () => Promise<Result>): Promise<Result> {
    await this.#waitForTurn(account);
    try {
      return await task();
    } finally {
      this.#running.delete(account);
      this.#moveToEnd(account);
      this.#startNext();
    }
  }

  #waitForTurn(account: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(account) ?? [];
      if (waiting.length >= this.#maxWaiting) {
        reject(
          new DomainError('rate_limited', 'too many insights requests in progress', { retryAfterSeconds: 2 }),
        );
        return;
      }
      waiting.push(resolve);
      this.#waiting.set(account, waiting);
      this.#startNext();
    });
  }

  #moveToEnd(account: string): void {
    const waiting = this.#waiting.get(account);
    if (waiting === undefined) return;
    this.#waiting.delete(account);
    this.#waiting.set(account, waiting);
  }

  #startNext(): void {
    for (const [account, waiting] of this.#waiting) {
      if (this.#running.size >= this.#maxRunning) return;
      if (this.#running.has(account)) continue;
      const start = waiting.shift();
      if (waiting.length === 0) this.#waiting.delete(account);
      this.#running.add(account);
      start?.();
    }
  }
}
