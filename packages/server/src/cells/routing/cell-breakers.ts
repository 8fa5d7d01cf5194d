// Decides when the courier may turn to a cell. A cell gets one task at a time, and cells take turns. One that doesn't answer
// is asked now and then, by one question for everybody who waits, and meanwhile everybody else is turned away at once: tasks use
// connections to the directory, which other cells need.

import { FairQueue } from '../../platform/base/fair-queue.ts';

export interface CellBreakersOptions {
  /** Rejects if the cell doesn't answer. */
  readonly ask: (cell: string) => Promise<unknown>;
  /** Called about once a minute while a cell fails. */
  readonly onFailure: (cell: string, error: unknown) => void;
}

interface Breaker {
  answeredAt: number;
  asking: Promise<void> | null;
  /** Counted, so that tasks that waited for their turn notice. */
  failures: number;
  error: unknown;
  pauseMs: number;
  pausedUntil: number;
  reportedAt: number;
}

/** How many tasks may run, each with a connection to the directory. */
export const TASKS_AT_ONCE = 3;
/** A cell that has answered within this time isn't asked. */
const TRUST_MS = 1_000;
const MIN_PAUSE_MS = 500;
const MAX_PAUSE_MS = 5_000;
const REPORT_MS = 60_000;

export class CellBreakers {
  readonly #options: CellBreakersOptions;
  readonly #breakers = new Map<string, Breaker>();
  readonly #turns = new FairQueue({
    maxRunning: TASKS_AT_ONCE,
    maxRunningPerAccount: 1, // here, per cell
    maxWaitingPerAccount: Number.POSITIVE_INFINITY,
  });

  constructor(options: CellBreakersOptions) {
    this.#options = options;
  }

  /** Whether the cell didn't answer the last time. */
  isTripped(cell: string): boolean {
    const { pauseMs } = this.#breakerOf(cell);
    return pauseMs > 0;
  }

  /** Rejects at once, with the last error, while the cell is left alone because it doesn't answer. */
  async enter<T>(cell: string, task: () => Promise<T>): Promise<T> {
    const breaker = this.#breakerOf(cell);
    for (;;) {
      await this.#waitForAnswer(cell, breaker);
      const { failures } = breaker;
      const leave = await this.#turns.enter(cell);
      try {
        if (breaker.failures !== failures) continue; // it may have stopped answering while we waited
        const result = await task();
        breaker.answeredAt = performance.now();
        return result;
      } catch (error) {
        this.#noteFailure(cell, breaker, error);
        throw error;
      } finally {
        leave();
      }
    }
  }

  async #waitForAnswer(cell: string, breaker: Breaker): Promise<void> {
    const now = performance.now();
    if (now - breaker.answeredAt < TRUST_MS) return;
    if (now < breaker.pausedUntil) throw breaker.error;
    breaker.asking ??= this.#ask(cell, breaker).finally(() => {
      breaker.asking = null;
    });
    await breaker.asking;
  }

  async #ask(cell: string, breaker: Breaker): Promise<void> {
    try {
      await this.#options.ask(cell);
      breaker.answeredAt = performance.now();
      breaker.pauseMs = 0;
    } catch (error) {
      this.#noteFailure(cell, breaker, error);
      breaker.pauseMs = Math.min(Math.max(breaker.pauseMs * 2, MIN_PAUSE_MS), MAX_PAUSE_MS);
      breaker.pausedUntil = performance.now() + breaker.pauseMs;
      throw error;
    }
  }

  #noteFailure(cell: string, breaker: Breaker, error: unknown): void {
    breaker.failures++;
    breaker.error = error;
    breaker.answeredAt = Number.NEGATIVE_INFINITY;
    if (performance.now() - breaker.reportedAt < REPORT_MS) return;
    breaker.reportedAt = performance.now();
    this.#options.onFailure(cell, error);
  }

  #breakerOf(cell: string): Breaker {
    const breaker = this.#breakers.get(cell) ?? {
      answeredAt: Number.NEGATIVE_INFINITY,
      asking: null,
      failures: 0,
      error: null,
      pauseMs: 0,
      pausedUntil: 0,
      reportedAt: Number.NEGATIVE_INFINITY,
    };
    this.#breakers.set(cell, breaker);
    return breaker;
  }
}
