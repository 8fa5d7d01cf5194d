// How long something takes, repeatedly.

export interface Times {
  readonly p50: number;
  readonly p95: number;
}

export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

export function percentiles(times: readonly number[]): Times {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number): number => sorted[Math.floor(sorted.length * part)] as number;
  return { p50: at(0.5), p95: at(0.95) };
}
