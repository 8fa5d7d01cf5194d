// Lets each account do one thing at a time, so that it never holds more than one of the shared database connections.

export class OneAtATime {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs `work` once everything before it for the same account has ended. */
  async run<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(accountId) ?? Promise.resolve();
    const running = before.then(work, work);
    this.#last.set(accountId, running);
    try {
      return await running;
    } finally {
      if (this.#last.get(accountId) === running) this.#last.delete(accountId);
    }
  }
}
