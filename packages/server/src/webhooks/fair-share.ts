// Whose deliveries go first, so that one account's thousands do not keep another's single lead waiting.

const FIRST_AT_ONCE = 200;
const FIRST_A_SECOND = 100;
const MAX_REMEMBERED = 10_000;

/** So many of an account at once, and so many more each second. Counted by deliveries, not by events: an account with twenty endpoints has no longer turn than others. */
export class Turns {
  readonly #spent = new Map<string, { readonly count: number; readonly at: number }>();

  take(account: string): boolean {
    const now = performance.now();
    const { count, at } = this.#spent.get(account) ?? { count: 0, at: now };
    const left = Math.max(0, count - ((now - at) * FIRST_A_SECOND) / 1000);
    const isFirst = left < FIRST_AT_ONCE;
    // Rather a second turn for some than a memory of every account there is.
    if (this.#spent.size > MAX_REMEMBERED) this.#spent.clear();
    this.#spent.set(account, { count: isFirst ? left + 1 : left, at: now });
    return isFirst;
  }
}
