/** What to stop when the process is interrupted: child processes would otherwise outlive it. */
export const stopOnSignal = new Set<() => Promise<void>>();
