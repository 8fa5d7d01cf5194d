// A token bucket for each account or other sender: what it can use up and gets back over time, such as CPU time, failed
// requests, or lines in a log.

export interface AllowanceOptions {
  /** What a sender can use at once after a pause. */
  readonly burst: number;
  /** How fast it comes back. */
  readonly perSecond: number;
  /** By how much it can be exceeded. What is used beyond that isn't counted. Unlimited by default. */
  readonly maxDebt?: number;
}

interface Allowance {
  readonly left: number;
  readonly at: number;
}

const SWEEP_MS = 10_000;

export class Allowances {
  readonly #options: Required<AllowanceOptions>;
  readonly #bySender = new Map<string, Allowance>();
  #sweepAt = 0;

  constructor(options: AllowanceOptions) {
    this.#options = { maxDebt: Number.POSITIVE_INFINITY, ...options };
  }

  /** Negative if more was used than allowed. */
  left(sender: string, now = performance.now()): number {
    const allowance = this.#bySender.get(sender);
    return allowance === undefined ? this.#options.burst : this.#refilled(allowance, now);
  }

  /** Returns what is left. */
  use(sender: string, amount: number, now = performance.now()): number {
    this.#sweep(now);
    const left = Math.max(-this.#options.maxDebt, this.left(sender, now) - amount);
    this.#bySender.set(sender, { left, at: now });
    return left;
  }

  /** Uses the amount if that much is left, and returns whether it was. */
  take(sender: string, amount = 1, now = performance.now()): boolean {
    if (this.left(sender, now) < amount) return false;
    this.use(sender, amount, now);
    return true;
  }

  /** Zero if anything is left: for what has a cost that is only known afterwards. */
  secondsUntilAllowed(sender: string, now = performance.now()): number {
    const left = this.left(sender, now);
    return left > 0 ? 0 : (1 - left) / this.#options.perSecond;
  }

  /** How long it takes until nothing is owed. */
  secondsInDebt(sender: string, now = performance.now()): number {
    return Math.max(0, -this.left(sender, now)) / this.#options.perSecond;
  }

  #refilled({ left, at }: Allowance, now: number): number {
    const { burst, perSecond } = this.#options;
    return Math.min(burst, left + ((now - at) / 1000) * perSecond);
  }

  /** Forgets senders whose allowance is full again. */
  #sweep(now: number): void {
    if (now < this.#sweepAt) return;
    this.#sweepAt = now + SWEEP_MS;
    for (const [sender, allowance] of this.#bySender)
      if (this.#refilled(allowance, now) >= this.#options.burst) this.#bySender.delete(sender);
  }
}
