// Decides which accepted requests are logged. The first ones show how an account's leads look; of a stream of them, one
// now and then is enough to see that they still come.

import { Allowances } from '../base/allowances.ts';

const BURST = 20;
const SECONDS_PER_REQUEST = 10;

export class LogPace {
  readonly #allowances = new Allowances({ burst: BURST, perSecond: 1 / SECONDS_PER_REQUEST });

  /** Counts the request if it is to be logged. */
  isDue(accountId: string, now = performance.now()): boolean {
    if (this.#allowances.left(accountId, now) < 1) return false;
    this.#allowances.use(accountId, 1, now);
    return true;
  }
}
