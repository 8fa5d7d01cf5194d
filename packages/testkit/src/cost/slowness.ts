// How slow this machine is at the moment. CPU time is the thread's own, but caches and cores are shared with others.

/** What parsing many fields takes on a machine that isn't busy. */
const REFERENCE_MS = 2;
const REFERENCE = JSON.stringify(Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [`k${at}`, 1])));

export function cpuMs(work: () => void): number {
  const start = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

/** 1 on a quiet machine, 2 if everything takes twice as long. */
export const measureSlowness = (): number =>
  Math.max(1, cpuMs(() => void JSON.parse(REFERENCE)) / REFERENCE_MS);
