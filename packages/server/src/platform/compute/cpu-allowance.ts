// How much CPU time each account may use, on the compute threads or on the main thread. A task's cost is only known afterwards, so an account
// may run a task while it has any allowance left, and goes into debt if the task costs more.

import { Allowances } from '../base/allowances.ts';

export interface CpuAllowanceOptions {
  /** What an account can use at once after a pause. */
  readonly burstMs: number;
  /** How fast it comes back. */
  readonly msPerSecond: number;
}

export const cpuAllowances = ({ burstMs, msPerSecond }: CpuAllowanceOptions): Allowances =>
  new Allowances({ burst: burstMs, perSecond: msPerSecond });
