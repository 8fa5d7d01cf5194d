// The entry point of a compute thread: loads the task's file on first use, runs the task and measures its CPU time.

import type { ThreadAnswer, ThreadRequest } from './thread-messages.ts';

export async function runTask({ file, name, input }: ThreadRequest): Promise<ThreadAnswer> {
  const module = (await import(file)) as Record<string, (input: unknown) => unknown>;
  const task = module[name];
  if (task === undefined) throw new Error(`${file} has no export ${name}`);
  const start = process.threadCpuUsage();
  const output = await task(input);
  const { user, system } = process.threadCpuUsage(start);
  return { output, cpuMs: (user + system) / 1000 };
}
