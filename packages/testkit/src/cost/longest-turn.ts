// Measures how long something keeps the main thread from everything else, as CPU time, so that other work on the machine
// hardly affects it.

/** Returns the most CPU time that one round of the event loop took while the work was going on. */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let longestMs = 0;
  let last = process.threadCpuUsage();
  const measure = (): void => {
    const { user, system } = process.threadCpuUsage(last);
    longestMs = Math.max(longestMs, (user + system) / 1000);
    last = process.threadCpuUsage();
  };
  let isDone = false;
  const nextRound = (): void => {
    measure();
    if (!isDone) setImmediate(nextRound);
  };
  setImmediate(nextRound);
  try {
    await work();
  } finally {
    isDone = true;
    measure();
  }
  return longestMs;
}
