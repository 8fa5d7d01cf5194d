// Decides which deliveries get priority, so that one account's thousands don't delay another account's single lead.

const BURST = 200;
const REFILL_PER_SECOND = 100;
const MAX_ACCOUNTS = 10_000;

/** A token bucket for each account. Counts deliveries rather than events, so that an account with twenty endpoints
 * doesn't get a larger share than others. */
export class FairShare {
  readonly #spent = new Map<string, { readonly count: number; readonly at: number }>();

  /** Returns whether the account is still within its share and, if so, counts one delivery toward it. */
  take(account: string): boolean {
    const now = performance.now();
    const { count, at } = this.#spent.get(account) ?? { count: 0, at: now };
    const used = Math.max(0, count - ((now - at) * REFILL_PER_SECOND) / 1000);
    const isWithinShare = used < BURST;
    // Limits memory use, at the cost of resetting every account's share.
    if (this.#spent.size > MAX_ACCOUNTS) this.#spent.clear();
    this.#spent.set(account, { count: isWithinShare ? used + 1 : used, at: now });
    return isWithinShare;
  }
}
