// A queue in which accounts take turns. Each account has few tasks running at a time and a few more waiting, so an
// account that sends many requests can't block the others.

import { DomainError } from './domain-error.ts';

export interface FairQueueOptions {
  /** How many tasks run at a time, over all accounts. */
  readonly maxRunning: number;
  readonly maxRunningPerAccount: number;
  /** More than the number of windows a person has open, but few enough that the last one still gets its answer in
   * time. */
  readonly maxWaitingPerAccount: number;
  /** Over all accounts, where their number isn't limited otherwise. */
  readonly maxWaiting?: number;
}

export class FairQueue {
  readonly #options: FairQueueOptions;
  #running = 0;
  readonly #runningOf = new Map<string, number>();
  /** Keyed by account, in the order in which accounts take turns. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #waitingCount = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** Rejects with `rate_limited` if the account already has too many tasks waiting. */
  run<Result>(account: string, task: () => Promise<Result>): Promise<Result> {
    return this.#run(account, task, this.#options.maxWaitingPerAccount);
  }

  /** For tasks whose number is limited elsewhere, and which can't be rejected any more. */
  runHoweverMany<Result>(account: string, task: () => Promise<Result>): Promise<Result> {
    return this.#run(account, task, Number.POSITIVE_INFINITY);
  }

  async #run<Result>(account: string, task: () => Promise<Result>, maxWaiting: number): Promise<Result> {
    const leave = await this.enter(account, maxWaiting);
    try {
      return await task();
    } finally {
      leave();
    }
  }

  /** For tasks that don't end with a promise. Resolves when it is the account's turn, with a function to call once the
   * task has ended. Calling it again does nothing. */
  enter(account: string, maxWaiting = this.#options.maxWaitingPerAccount): Promise<() => void> {
    return this.#enter(account, maxWaiting, 'last');
  }

  /** Before the account's other waiting tasks, however many there are. */
  enterFirst(account: string): Promise<() => void> {
    return this.#enter(account, Number.POSITIVE_INFINITY, 'first');
  }

  async #enter(account: string, maxWaiting: number, place: 'first' | 'last'): Promise<() => void> {
    await this.#waitForTurn(account, maxWaiting, place);
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.#leave(account);
    };
  }

  #waitForTurn(account: string, maxWaiting: number, place: 'first' | 'last'): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(account) ?? [];
      if (!this.#canStart(account)) {
        if (waiting.length >= maxWaiting) return reject(tooManyInProgress());
        if (Number.isFinite(maxWaiting) && this.#isFull()) return reject(queueIsFull());
      }
      this.#waitingCount++;
      if (place === 'first') waiting.unshift(resolve);
      else waiting.push(resolve);
      this.#waiting.set(account, waiting);
      this.#startNext();
    });
  }

  #leave(account: string): void {
    this.#running--;
    const left = this.#runningCount(account) - 1;
    if (left === 0) this.#runningOf.delete(account);
    else this.#runningOf.set(account, left);
    this.#moveToEnd(account);
    this.#startNext();
  }

  #moveToEnd(account: string): void {
    const waiting = this.#waiting.get(account);
    this.#waiting.delete(account);
    if (waiting !== undefined && waiting.length > 0) this.#waiting.set(account, waiting);
  }

  #startNext(): void {
    for (const [account, waiting] of this.#waiting) {
      if (this.#running >= this.#options.maxRunning) return;
      if (!this.#canStart(account)) continue;
      const start = waiting.shift();
      this.#waitingCount--;
      this.#moveToEnd(account);
      this.#running++;
      this.#runningOf.set(account, this.#runningCount(account) + 1);
      start?.();
    }
  }

  #canStart(account: string): boolean {
    return (
      this.#running < this.#options.maxRunning &&
      this.#runningCount(account) < this.#options.maxRunningPerAccount
    );
  }

  #isFull(): boolean {
    return this.#waitingCount >= (this.#options.maxWaiting ?? Number.POSITIVE_INFINITY);
  }

  #runningCount(account: string): number {
    return this.#runningOf.get(account) ?? 0;
  }
}

const tooManyInProgress = (): DomainError =>
  new DomainError(
    'rate_limited',
    'too many requests in progress for this account; wait for some of them to finish',
    { retryAfterSeconds: 2 },
  );

const queueIsFull = (): DomainError =>
  new DomainError('rate_limited', 'too many requests in progress; try again in a moment', {
    retryAfterSeconds: 2,
  });
