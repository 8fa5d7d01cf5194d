// How much of this machine's CPU time its host gave to other machines. Times measured meanwhile say nothing.

import { readFileSync } from 'node:fs';

/** Returns a function that says which share was taken since. */
export function watchStolenTime(): () => number {
  const before = readTimes();
  return () => {
    const after = readTimes();
    const total = after.total - before.total;
    return total === 0 ? 0 : (after.stolen - before.stolen) / total;
  };
}

/** The first line of /proc/stat; see proc(5). Zero on systems without it. */
function readTimes(): { readonly total: number; readonly stolen: number } {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
    const times = line.split(/\s+/).slice(1, 9).map(Number);
    return { total: times.reduce((sum, time) => sum + time, 0), stolen: times[7] ?? 0 };
  } catch {
    return { total: 0, stolen: 0 };
  }
}
