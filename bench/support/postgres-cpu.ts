// The CPU time that PostgreSQL has used so far: all processes under its postmaster, also those that have ended.

import { readdirSync, readFileSync } from 'node:fs';

/** Of /proc/PID/stat; see proc(5). */
const TICKS_PER_SECOND = 100;

export function postgresCpuSeconds(postmaster: number): number {
  let ticks = 0;
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(name) : null;
    if (stat === null) continue;
    if (Number(name) === postmaster) ticks += stat.own + stat.ended;
    else if (stat.parent === postmaster) ticks += stat.own;
  }
  return ticks / TICKS_PER_SECOND;
}

/** All threads of one process. */
export const processCpuSeconds = (pid: number): number =>
  (readStat(String(pid))?.own ?? 0) / TICKS_PER_SECOND;

function readStat(pid: string): { parent: number; own: number; ended: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command is in parentheses and may contain spaces.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    return { parent: fields[1] as number, own: user + system, ended: endedUser + endedSystem };
  } catch {
    return null; // it has ended meanwhile
  }
}
