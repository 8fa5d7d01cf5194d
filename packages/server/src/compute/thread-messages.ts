// Messages between the main thread and a compute thread.

export interface ThreadRequest {
  readonly file: string;
  readonly name: string;
  readonly input: unknown;
}

export interface ThreadAnswer {
  readonly output: unknown;
  readonly cpuMs: number;
}
