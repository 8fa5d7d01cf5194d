// Tasks for the tests of the compute threads.

import { getPriority } from 'node:os';

export const double = (value: number): number => value * 2;

export function burn(ms: number): number {
  const start = process.threadCpuUsage();
  let used = 0;
  while (used < ms) {
    const { user, system } = process.threadCpuUsage(start);
    used = (user + system) / 1000;
  }
  return used;
}

export function runForever(): never {
  for (;;) {}
}

export function fillMemory(): number {
  const kept: string[][] = [];
  for (;;) kept.push(Array.from({ length: 100_000 }, (_, index) => `text ${index} ${kept.length}`));
}

export const throwError = (): never => {
  throw new TypeError('a bug');
};

export const readPriority = (): number => getPriority();
