/** What to stop when this process is interrupted, because child processes would otherwise outlive it. */
export const stopOnSignal = new Set<() => Promise<void>>();
