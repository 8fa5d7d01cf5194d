// Samples the memory and the event-loop delay of the service's processes.

import { readFile } from 'node:fs/promises';
import type { LeadlineProcess } from '../../service/spawn-leadline.ts';

export interface Watched {
  readonly peakRssMb: number;
  /** Infinity if the process stopped answering. */
  readonly maxDelayMs: number;
}

export interface ProcessWatch {
  /** What was seen since the last call. */
  take(): Watched;
  stop(): void;
}

const SAMPLE_MS = 500;
const TIMEOUT_MS = 10_000;

export function watchProcess({ child, metricsUrl }: LeadlineProcess): ProcessWatch {
  let peakRssMb = 0;
  let maxDelayMs = 0;
  let isSampling = false;
  const sample = async (): Promise<void> => {
    if (isSampling) return;
    isSampling = true;
    peakRssMb = Math.max(peakRssMb, await readRssMb(child.pid as number));
    maxDelayMs = Math.max(maxDelayMs, await readDelayMs(metricsUrl));
    isSampling = false;
  };
  const timer = setInterval(sample, SAMPLE_MS);
  return {
    take: () => {
      const seen = { peakRssMb, maxDelayMs };
      peakRssMb = 0;
      maxDelayMs = 0;
      return seen;
    },
    stop: () => clearInterval(timer),
  };
}

async function readRssMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024);
}

/** The longest delay since the metrics were last read. */
export async function readDelayMs(metricsUrl: string): Promise<number> {
  const text = await fetch(metricsUrl, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    .then((response) => response.text())
    .catch(() => '');
  const seconds = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1];
  return seconds === undefined ? Number.POSITIVE_INFINITY : Math.round(Number(seconds) * 1000);
}
