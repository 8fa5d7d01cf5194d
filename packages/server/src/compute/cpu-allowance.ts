// How much CPU time each account may use, on the compute threads or on the main thread. A task's cost is only known afterwards, so an account
// may run a task while it has any allowance left, and goes into debt if the task costs more.

import { Allowances } from '../base/allowances.ts';

export interface CpuAllowanceOptions {
  /** What an account can use at once after a pause. */
  readonly burstMs: number;
  /** How fast it comes back. */
  readonly msPerSecond: number;
  readonly now?: () => number;
}

export class CpuAllowance {
  readonly #allowances: Allowances;
  readonly #msPerSecond: number;
  readonly #now: () => number;

  constructor({ burstMs, msPerSecond, now = () => performance.now() }: CpuAllowanceOptions) {
    this.#allowances = new Allowances({ burst: burstMs, perSecond: msPerSecond });
    this.#msPerSecond = msPerSecond;
    this.#now = now;
  }

  /** Zero if the account may run a task now. */
  secondsUntilAllowed(account: string): number {
    const leftMs = this.#allowances.left(account, this.#now());
    return leftMs > 0 ? 0 : (1 - leftMs) / this.#msPerSecond;
  }

  charge(account: string, ms: number): void {
    this.#allowances.use(account, ms, this.#now());
  }
}
