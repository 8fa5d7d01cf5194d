// How many exports of an account are under way: each holds some memory until its reader has taken it or is gone.

const MAX_OPEN = 3;

export class OpenExports {
  readonly #open = new Map<string, number>();

  /** Gives back what is to be called once it is over; null when there are enough. */
  enter(account: string): (() => void) | null {
    const others = this.#open.get(account) ?? 0;
    if (others >= MAX_OPEN) return null;
    this.#open.set(account, others + 1);
    return () => {
      const left = (this.#open.get(account) ?? 0) - 1;
      if (left > 0) this.#open.set(account, left);
      else this.#open.delete(account);
    };
  }
}
