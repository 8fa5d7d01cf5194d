// Messages between the main thread and a compute thread.

export interface ThreadRequest {
  readonly file: string;
  readonly name: string;
  readonly input: unknown;
  /** Shared memory, set to 1 once the task runs. */
  readonly begun: Int32Array;
}

export interface ThreadAnswer {
  readonly output: unknown;
  readonly cpuMs: number;
}
