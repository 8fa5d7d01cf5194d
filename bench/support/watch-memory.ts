// Samples the resident memory of a process from /proc and keeps the peak.

import { readFileSync } from 'node:fs';

export interface MemoryWatch {
  /** In megabytes. */
  peak(): number;
  stop(): void;
}

export function watchMemory(pid: number): MemoryWatch {
  let peak = 0;
  const sample = (): void => {
    const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
    peak = Math.max(peak, kilobytes / 1000);
  };
  const timer = setInterval(sample, 100);
  return {
    peak: () => peak,
    stop: () => clearInterval(timer),
  };
}
