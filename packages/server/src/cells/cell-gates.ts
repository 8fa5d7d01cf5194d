// Decides when the courier may turn to a cell. A cell gets one task at a time, and cells take turns. One that doesn't answer
// is asked now and then, by one question for everybody who waits, and meanwhile everybody else is turned away at once: tasks use
// connections to the directory, which other cells need.

import { FairQueue } from '../base/fair-queue.ts';

export interface CellGatesOptions {
  /** Rejects if the cell doesn't answer. */
  readonly ask: (cell: string) => Promise<unknown>;
  /** Called about once a minute while a cell fails. */
  readonly onFailure: (cell: string, error: unknown) => void;
}

interface Gate {
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

export class CellGates {
  readonly #options: CellGatesOptions;
  readonly #gates = new Map<string, Gate>();
  readonly #turns = new FairQueue({
    maxRunning: TASKS_AT_ONCE,
    maxRunningPerAccount: 1, // here, per cell
    maxWaitingPerAccount: Number.POSITIVE_INFINITY,
  });

  constructor(options: CellGatesOptions) {
    this.#options = options;
  }

  /** Whether the cell didn't answer the last time. */
  isClosed(cell: string): boolean {
    const { pauseMs } = this.#gateOf(cell);
    return pauseMs > 0;
  }

  /** Rejects at once, with the last error, while the cell is left alone because it doesn't answer. */
  async enter<T>(cell: string, task: () => Promise<T>): Promise<T> {
    const gate = this.#gateOf(cell);
    for (;;) {
      await this.#waitForAnswer(cell, gate);
      const { failures } = gate;
      const leave = await this.#turns.enter(cell);
      try {
        if (gate.failures !== failures) continue; // it may have stopped answering while we waited
        const result = await task();
        gate.answeredAt = performance.now();
        return result;
      } catch (error) {
        this.#noteFailure(cell, gate, error);
        throw error;
      } finally {
        leave();
      }
    }
  }

  async #waitForAnswer(cell: string, gate: Gate): Promise<void> {
    const now = performance.now();
    if (now - gate.answeredAt < TRUST_MS) return;
    if (now < gate.pausedUntil) throw gate.error;
    gate.asking ??= this.#ask(cell, gate).finally(() => {
      gate.asking = null;
    });
    await gate.asking;
  }

  async #ask(cell: string, gate: Gate): Promise<void> {
    try {
      await this.#options.ask(cell);
      gate.answeredAt = performance.now();
      gate.pauseMs = 0;
    } catch (error) {
      this.#noteFailure(cell, gate, error);
      gate.pauseMs = Math.min(Math.max(gate.pauseMs * 2, MIN_PAUSE_MS), MAX_PAUSE_MS);
      gate.pausedUntil = performance.now() + gate.pauseMs;
      throw error;
    }
  }

  #noteFailure(cell: string, gate: Gate, error: unknown): void {
    gate.failures++;
    gate.error = error;
    gate.answeredAt = Number.NEGATIVE_INFINITY;
    if (performance.now() - gate.reportedAt < REPORT_MS) return;
    gate.reportedAt = performance.now();
    this.#options.onFailure(cell, error);
  }

  #gateOf(cell: string): Gate {
    const gate = this.#gates.get(cell) ?? {
      answeredAt: Number.NEGATIVE_INFINITY,
      asking: null,
      failures: 0,
      error: null,
      pauseMs: 0,
      pausedUntil: 0,
      reportedAt: Number.NEGATIVE_INFINITY,
    };
    this.#gates.set(cell, gate);
    return gate;
  }
}
