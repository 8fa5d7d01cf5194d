// The most memory a process has held, read from Linux once in a while.

import { readFileSync } from 'node:fs';

export interface MemoryWatch {
  /** In megabytes. */
  most(): number;
  stop(): void;
}

export function watchMemory(pid: number): MemoryWatch {
  let most = 0;
  const look = (): void => {
    const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
    most = Math.max(most, kilobytes / 1000);
  };
  const timer = setInterval(look, 100);
  return {
    most: () => most,
    stop: () => clearInterval(timer),
  };
}
