// Stops calling a failing service: pauses after several failures in a row, then lets one call through to see whether
// the service is back. Only that call's result counts; calls already running when the circuit opened are ignored.

export type Clock = () => number;

/** Permission for one call. The caller must report its outcome exactly once. */
export interface Permit {
  readonly succeed: () => void;
  readonly fail: () => void;
}

const FAILURES_TO_OPEN = 5;
const FIRST_PAUSE_MS = 30_000;
const MAX_PAUSE_MS = 300_000;

export class CircuitBreaker {
  readonly #now: Clock;
  #failures = 0;
  #pauseMs = FIRST_PAUSE_MS;
  /** Null while the circuit is closed. */
  #openUntil: number | null = null;
  #isProbing = false;

  constructor(now: Clock) {
    this.#now = now;
  }

  isOpen(): boolean {
    return this.#openUntil !== null && (this.#isProbing || this.#now() < this.#openUntil);
  }

  /** Returns null if the service must not be called right now. */
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
    if (this.#openUntil === null && this.#failures >= FAILURES_TO_OPEN) this.#pause(FIRST_PAUSE_MS);
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
      fail: endProbe(() => this.#pause(Math.min(2 * this.#pauseMs, MAX_PAUSE_MS))),
    };
  }

  #pause(ms: number): void {
    this.#pauseMs = ms;
    this.#openUntil = this.#now() + ms;
  }
}
