// Aborts a task that runs too long. The time counts from when the task begins: starting a thread and loading code can
// take many seconds on a busy machine, and isn't the caller's fault.

const CHECK_MS = 100;
const MAX_START_MS = 120_000;

export class Deadline {
  /** The thread sets this to 1 once the task runs. */
  readonly begun = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #begunAt: number | null = null;

  constructor(deadlineMs: number) {
    const created = performance.now();
    this.#timer = setInterval(() => {
      const now = performance.now();
      if (this.#begunAt === null && Atomics.load(this.begun, 0) === 1) this.#begunAt = now;
      const isOver = this.#begunAt === null ? now - created > MAX_START_MS : now - this.#begunAt > deadlineMs;
      if (isOver) this.#controller.abort();
    }, CHECK_MS);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isOver(): boolean {
    return this.signal.aborted;
  }

  /** How long the task has been running. */
  get usedMs(): number {
    return this.#begunAt === null ? 0 : performance.now() - this.#begunAt;
  }

  clear(): void {
    clearInterval(this.#timer);
  }
}
