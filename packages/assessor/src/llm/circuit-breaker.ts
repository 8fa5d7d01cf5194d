// Stops asking a service that fails: after a row of failures it is left alone for a while, then one call finds out
// whether it is back. Only that call decides; what was under way when the circuit opened comes too late to.

export type Clock = () => number;

/** Leave to make one call; the caller says once how it went. */
export interface Permit {
  readonly succeed: () => void;
  readonly fail: () => void;
}

const FAILURES_TO_OPEN = 5;
const FIRST_REST_MS = 30_000;
const MAX_REST_MS = 300_000;

export class CircuitBreaker {
  readonly #now: Clock;
  #failures = 0;
  #restMs = FIRST_REST_MS;
  /** Null: closed. */
  #openUntil: number | null = null;
  #isProbing = false;

  constructor(now: Clock) {
    this.#now = now;
  }

  isOpen(): boolean {
    return this.#openUntil !== null && (this.#isProbing || this.#now() < this.#openUntil);
  }

  /** Null: do not call. */
  admit(): Permit | null {
    if (this.isOpen()) return null;
    if (this.#openUntil !== null) return this.#probe();
    return { succeed: () => this.#countSuccess(), fail: () => this.#countFailure() };
  }

  #countSuccess(): void {
    this.#failures = 0;
  }

  #countFailure(): void {
    this.#failures += 1;
    if (this.#openUntil === null && this.#failures >= FAILURES_TO_OPEN) this.#rest(FIRST_REST_MS);
  }

  #probe(): Permit {
    this.#isProbing = true;
    const endProbe = (act: () => void) => () => {
      this.#isProbing = false;
      act();
    };
    return {
      succeed: endProbe(() => {
        this.#openUntil = null;
        this.#failures = 0;
      }),
      fail: endProbe(() => this.#rest(Math.min(2 * this.#restMs, MAX_REST_MS))),
    };
  }

  #rest(ms: number): void {
    this.#restMs = ms;
    this.#openUntil = this.#now() + ms;
  }
}
