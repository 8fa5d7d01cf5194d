// Finds processes by who started them. Linux only.

import { readdirSync, readFileSync } from 'node:fs';

/** These processes, their children, their children's children and so on, as far as they are running. */
export function listTrees(roots: readonly number[]): number[] {
  const parents = readParents();
  const found = new Set(roots.filter((pid) => parents.has(pid)));
  // A set also iterates over what is added meanwhile.
  for (const pid of found) for (const [child, parent] of parents) if (parent === pid) found.add(child);
  return [...found];
}

export const listChildren = (pid: number): number[] =>
  [...readParents()].flatMap(([child, parent]) => (parent === pid ? [child] : []));

/** Empty if it has ended. */
export function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** Ignores processes that have ended. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** By process ID. */
function readParents(): Map<number, number> {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // "1 (a name) S 0 …", where the name may contain anything.
      const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      parents.set(Number(name), Number(parent));
    } catch {
      // It has ended meanwhile.
    }
  }
  return parents;
}
