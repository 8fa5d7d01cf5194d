// The entry point of a compute thread: loads the task's file on first use, runs the task and measures its CPU time.

import { lowerPriority } from './lower-priority.ts';
import type { ThreadAnswer, ThreadRequest } from './thread-messages.ts';

let isLowered = false;

export async function runTask({ file, name, input, begun }: ThreadRequest): Promise<ThreadAnswer> {
  const module = (await import(file)) as Record<string, (input: unknown) => unknown>;
  const task = module[name];
  if (task === undefined) throw new Error(`${file} has no export ${name}`);
  // Only once the first file is loaded, so that a busy machine doesn't delay the start.
  if (!isLowered) lowerPriority();
  isLowered = true;
  Atomics.store(begun, 0, 1);
  const start = process.threadCpuUsage();
  const output = await task(input);
  const { user, system } = process.threadCpuUsage(start);
  return { output, cpuMs: (user + system) / 1000 };
}
