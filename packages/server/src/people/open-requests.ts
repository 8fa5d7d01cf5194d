// Limits how many exports or erasures an account can have in progress, because each uses memory or connections until it
// is done.

export class OpenRequests {
  readonly #max: number;
  readonly #open = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Returns a function to call when the request ends, or null if too many are in progress. */
  enter(account: string): (() => void) | null {
    const others = this.#open.get(account) ?? 0;
    if (others >= this.#max) return null;
    this.#open.set(account, others + 1);
    return () => {
      const left = (this.#open.get(account) ?? 0) - 1;
      if (left > 0) this.#open.set(account, left);
      else this.#open.delete(account);
    };
  }
}
