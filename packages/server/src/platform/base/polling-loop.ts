// Runs rounds of work until it is stopped: one after the other while there is more to do, with a pause when there isn't,
// and a longer one after a failure.

import { setTimeout as sleep } from 'node:timers/promises';

export interface Polled {
  /** Returns whether more work is waiting. */
  readonly round: () => Promise<boolean>;
  readonly onFailure: (error: unknown) => void;
  /** How long to wait when there is nothing to do. */
  readonly pollMs: number;
  /** How long to wait after a failure, in addition. */
  readonly retryMs: number;
  /** How long to rest between rounds, as a multiple of the round before. None by default. */
  readonly rest?: number;
}

export class PollingLoop {
  readonly #polled: Polled;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  /** When the last round succeeded, or the loop was started. From performance.now(). */
  lastSuccessAt = performance.now();

  constructor(polled: Polled) {
    this.#polled = polled;
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      let hasMore = false;
      const startedAt = performance.now();
      try {
        hasMore = await this.#polled.round();
        this.lastSuccessAt = performance.now();
      } catch (error) {
        this.#polled.onFailure(error);
        await this.#pause(this.#polled.retryMs);
      }
      if (!hasMore) await this.#pause(this.#polled.pollMs);
      else if (this.#polled.rest !== undefined)
        await this.#pause(this.#polled.rest * (performance.now() - startedAt));
    }
  }

  /** Ends early when the loop is stopped. */
  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stopping.signal }).catch(() => {});
  }
}
