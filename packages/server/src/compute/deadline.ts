// Aborts a task that runs too long. The time counts from when the task begins: starting a thread and loading code can
// take many seconds on a busy machine, and isn't the caller's fault.

const CHECK_MS = 100;
const MAX_START_MS = 120_000;

export class Deadline {
  /** The thread sets this to 1 once the task runs. */
  readonly begun = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor(deadlineMs: number) {
    let endsAt = performance.now() + MAX_START_MS;
    let isBegun = false;
    this.#timer = setInterval(() => {
      const now = performance.now();
      if (!isBegun && Atomics.load(this.begun, 0) === 1) {
        isBegun = true;
        endsAt = now + deadlineMs;
      }
      if (now >= endsAt) this.#controller.abort();
    }, CHECK_MS);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isOver(): boolean {
    return this.signal.aborted;
  }

  clear(): void {
    clearInterval(this.#timer);
  }
}
