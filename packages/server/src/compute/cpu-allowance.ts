// How much CPU time each account may use on the compute threads. A task's cost is only known afterwards, so an account
// may run a task while it has any allowance left, and goes into debt if the task costs more.

export interface CpuAllowanceOptions {
  /** What an account can use at once after a pause. */
  readonly burstMs: number;
  /** How fast it comes back. */
  readonly msPerSecond: number;
  readonly now?: () => number;
}

interface Account {
  leftMs: number;
  at: number;
}

const SWEEP_MS = 60_000;

export class CpuAllowance {
  readonly #options: Required<CpuAllowanceOptions>;
  readonly #accounts = new Map<string, Account>();
  #sweepAt = 0;

  constructor(options: CpuAllowanceOptions) {
    this.#options = { now: () => performance.now(), ...options };
  }

  /** Zero if the account may run a task now. */
  secondsUntilAllowed(account: string): number {
    const { leftMs } = this.#refill(account);
    return leftMs > 0 ? 0 : (1 - leftMs) / this.#options.msPerSecond;
  }

  charge(account: string, ms: number): void {
    this.#refill(account).leftMs -= ms;
  }

  #refill(name: string): Account {
    const { burstMs, msPerSecond, now } = this.#options;
    const at = now();
    this.#sweep(at);
    const account = this.#accounts.get(name) ?? { leftMs: burstMs, at };
    this.#accounts.set(name, account);
    account.leftMs = Math.min(burstMs, account.leftMs + ((at - account.at) / 1000) * msPerSecond);
    account.at = at;
    return account;
  }

  /** Forgets accounts whose allowance is full again. */
  #sweep(now: number): void {
    if (now < this.#sweepAt) return;
    this.#sweepAt = now + SWEEP_MS;
    const { burstMs, msPerSecond } = this.#options;
    for (const [name, { leftMs, at }] of this.#accounts)
      if (leftMs + ((now - at) / 1000) * msPerSecond >= burstMs) this.#accounts.delete(name);
  }
}
