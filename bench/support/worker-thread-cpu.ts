// The CPU time that a process's worker threads have used so far.

import { readdirSync, readFileSync } from 'node:fs';

/** Of /proc/PID/task/TID/stat; see proc(5). */
const TICKS_PER_SECOND = 100;

export function workerThreadCpuSeconds(pid: number): number {
  let ticks = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const [name, fields] = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
      .split(/ \(|\) /)
      .slice(1);
    if (name !== 'WorkerThread' || fields === undefined) continue;
    const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
    ticks += user + system;
  }
  return ticks / TICKS_PER_SECOND;
}
