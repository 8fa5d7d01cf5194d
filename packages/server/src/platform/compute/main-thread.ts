// Limits how much of the main thread each account can use. Short work stays on the main thread, because the way to a
// compute thread and back costs more, but callers decide how expensive it is.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Allowances } from '../base/allowances.ts';
import { DomainError } from '../base/domain-error.ts';
import type { ComputeMetrics } from '../base/metrics.ts';
import { type CpuAllowanceOptions, cpuAllowances } from './cpu-allowance.ts';

/** Ordinary work isn't charged: a lead takes 0.1 to 0.3 ms, and an account on a large plan may send thousands a second.
 * The limit on requests covers that. */
const ORDINARY_MS = 1;
const TASK = 'mainThread';

export class MainThread {
  readonly #metrics: ComputeMetrics;
  readonly #allowances: Allowances;

  constructor(metrics: ComputeMetrics, allowance: CpuAllowanceOptions) {
    this.#metrics = metrics;
    this.#allowances = cpuAllowances(allowance);
  }

  /** Call this before work that is charged. Throws `rate_limited` if the live account has used up its time. */
  requireAllowance(account: string): void {
    const seconds = this.#allowances.secondsUntilAllowed(account);
    if (seconds === 0) return;
    this.#metrics.tasks.inc({ task: TASK, result: 'rejected' });
    throw outOfComputingTime(seconds);
  }

  /** For long work that was admitted: waits until the live account has time left. */
  async waitForAllowance(account: string): Promise<void> {
    let seconds = this.#allowances.secondsUntilAllowed(account);
    for (; seconds > 0; seconds = this.#allowances.secondsUntilAllowed(account)) await sleep(seconds * 1000);
  }

  /** Runs the work and charges the CPU time until it returns. CPU time, because an account must not pay for a busy
   * machine; asking for it takes 2 µs. */
  run<T>(account: string, work: () => T): T {
    const stop = this.start(account);
    try {
      return work();
    } finally {
      stop();
    }
  }

  /** For work that doesn't end where it starts. Returns a function to call at its end, without waiting in between. */
  start(account: string): () => void {
    const start = process.threadCpuUsage();
    return () => this.charge(account, msSince(start));
  }

  charge(account: string, ms: number): void {
    if (ms <= ORDINARY_MS) return;
    this.#allowances.use(account, ms);
    this.#metrics.seconds.inc({ task: TASK }, ms / 1000);
  }
}

export function msSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

export const outOfComputingTime = (seconds: number): DomainError =>
  new DomainError('rate_limited', 'this account has used up its computing time; try again later', {
    retryAfterSeconds: Math.ceil(seconds),
  });
