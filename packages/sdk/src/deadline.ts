/** Aborts a try when the caller does, or when its time is up. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the time was up. */
  hasPassed = false;

  constructor(ms: number, caller: AbortSignal | undefined) {
    this.#caller = caller;
    caller?.addEventListener('abort', this.#abort);
    if (caller?.aborted) this.#abort();
    if (ms === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(() => {
      this.hasPassed = true;
      this.#controller.abort();
    }, ms);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The caller can still abort, as in the middle of a stream. */
  stopClock(): void {
    clearTimeout(this.#timer);
  }

  end(): void {
    this.stopClock();
    this.#caller?.removeEventListener('abort', this.#abort);
  }

  readonly #abort = (): void => this.#controller.abort(this.#caller?.reason);
}

/** Rejects with the reason of the signal as soon as it aborts. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
