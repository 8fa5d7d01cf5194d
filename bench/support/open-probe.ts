// Talks to probe.ts in processes under test.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Probed, Sums } from './probe.ts';

/** For Node's command line. */
export const WITH_PROBE = ['--import', join(import.meta.dirname, 'probe.ts')];

export interface Probe {
  take(): Promise<Probed>;
  start(what: 'time' | 'memory'): Promise<void>;
  stop(what: 'time' | 'memory'): Promise<Sums>;
}

export function openProbe(logFile: string): Probe {
  const port = /^probe (\d+)$/m.exec(readFileSync(logFile, 'utf8'))?.[1];
  const get = async <T>(path: string): Promise<T> =>
    (await (await fetch(`http://127.0.0.1:${port}/${path}`)).json()) as T;
  return {
    take: () => get('take'),
    start: (what) => get(`start-${what}`),
    stop: (what) => get(`stop-${what}`),
  };
}

export const sumOf = (probed: readonly Probed[]): Probed => ({
  cpuSeconds: probed.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
  gcSeconds: probed.reduce((sum, { gcSeconds }) => sum + gcSeconds, 0),
  longestDelayMs: Math.max(...probed.map(({ longestDelayMs }) => longestDelayMs)),
  longestGcMs: Math.max(...probed.map(({ longestGcMs }) => longestGcMs)),
});
