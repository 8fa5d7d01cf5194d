// Decides which accepted requests are logged. The first ones show how an account's leads look; of a stream of them, one
// now and then is enough to see that they still come.

const FIRST = 20;
const THEN_ONE_EVERY_MS = 10_000;
/** When this many accounts have been counted, counting starts over. */
const MAX_ACCOUNTS = 10_000;

interface Allowance {
  left: number;
  at: number;
}

export class LogPace {
  readonly #allowances = new Map<string, Allowance>();

  /** Counts the request if it is to be logged. */
  isDue(accountId: string, now = performance.now()): boolean {
    const allowance = this.#allowanceOf(accountId, now);
    allowance.left = Math.min(FIRST, allowance.left + (now - allowance.at) / THEN_ONE_EVERY_MS);
    allowance.at = now;
    if (allowance.left < 1) return false;
    allowance.left--;
    return true;
  }

  #allowanceOf(accountId: string, now: number): Allowance {
    const known = this.#allowances.get(accountId);
    if (known !== undefined) return known;
    if (this.#allowances.size >= MAX_ACCOUNTS) this.#allowances.clear();
    const full = { left: FIRST, at: now };
    this.#allowances.set(accountId, full);
    return full;
  }
}
