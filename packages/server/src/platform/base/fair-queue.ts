// A queue in which accounts take turns, or networks. Each account has few tasks running at a time and a few more
// waiting, so an account that sends many requests can't block the others.

import { DomainError } from './domain-error.ts';

export interface FairQueueOptions {
  /** How many tasks run at a time, over all accounts. */
  readonly maxRunning: number;
  readonly maxRunningPerAccount: number;
  /** More than the number of windows a person has open, but few enough that the last one still gets its answer in
   * time. */
  readonly maxWaitingPerAccount: number;
  /** Over all accounts, where their number isn't limited otherwise. If it is reached, the account that has the most tasks
   * waiting loses its last one, unless that is the new one's own account. */
  readonly maxWaiting?: number;
  /** Instead of `rate_limited` for too many requests in progress. */
  readonly rejection?: () => DomainError;
}

interface Waiting {
  readonly start: () => void;
  /** Null for tasks that can't be rejected any more. */
  readonly reject: ((error: DomainError) => void) | null;
}

export class FairQueue {
  readonly #options: FairQueueOptions;
  #running = 0;
  readonly #runningOf = new Map<string, number>();
  /** Keyed by account, in the order in which accounts take turns. */
  readonly #waiting = new Map<string, Waiting[]>();
  #waitingCount = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** Rejects with `rate_limited` if the account already has too many tasks waiting. */
  run<Result>(account: string, task: () => Promise<Result>): Promise<Result> {
    return this.#run(account, task, this.#options.maxWaitingPerAccount);
  }

  /** For tasks whose number is limited elsewhere, and which can't be rejected any more. */
  runUnbounded<Result>(account: string, task: () => Promise<Result>): Promise<Result> {
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
    const isBounded = Number.isFinite(maxWaiting);
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(account) ?? [];
      if (!this.#canStart(account)) {
        const { rejection = tooManyInProgress } = this.#options;
        if (waiting.length >= maxWaiting) return reject(rejection());
        if (isBounded && this.#isFull() && !this.#makeRoom(waiting.length))
          return reject(this.#queueIsFull());
      }
      this.#waitingCount++;
      const task: Waiting = { start: resolve, reject: isBounded ? reject : null };
      if (place === 'first') waiting.unshift(task);
      else waiting.push(task);
      this.#waiting.set(account, waiting);
      this.#startNext();
    });
  }

  /** Returns false if no other account has more tasks waiting. */
  #makeRoom(own: number): boolean {
    let longest: Waiting[] = [];
    for (const waiting of this.#waiting.values()) if (waiting.length > longest.length) longest = waiting;
    const last = longest.at(-1);
    if (longest.length <= own + 1 || last === undefined || last.reject === null) return false;
    longest.pop();
    this.#waitingCount--;
    last.reject(this.#queueIsFull());
    return true;
  }

  #queueIsFull(): DomainError {
    const { rejection = queueIsFull } = this.#options;
    return rejection();
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
      const task = waiting.shift();
      this.#waitingCount--;
      this.#moveToEnd(account);
      this.#running++;
      this.#runningOf.set(account, this.#runningCount(account) + 1);
      task?.start();
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

/** Runs tasks for the same key one after the other, and for different keys side by side. */
export const oneAtATime = (): FairQueue =>
  new FairQueue({
    maxRunning: Number.POSITIVE_INFINITY,
    maxRunningPerAccount: 1,
    maxWaitingPerAccount: Number.POSITIVE_INFINITY,
  });
