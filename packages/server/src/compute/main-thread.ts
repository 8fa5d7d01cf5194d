// Limits how much of the main thread each account can use. Short work stays on the main thread, because the way to a
// compute thread and back costs more, but callers decide how expensive it is.

import { DomainError } from '../base/domain-error.ts';
import type { ComputeMetrics } from '../base/metrics.ts';
import { CpuAllowance, type CpuAllowanceOptions } from './cpu-allowance.ts';

/** Ordinary work isn't charged: a lead takes 0.1 to 0.3 ms, and an account on a large plan may send thousands a second.
 * The limit on requests covers that. */
const ORDINARY_MS = 1;
const TASK = 'mainThread';
/** Work that takes this long by the clock is suspect. Longer than ordinary work, because it may have been interrupted. */
const SUSPECT_MS = 3;
/** How long the CPU time of an account is measured then. */
const SUSPECTED_FOR_MS = 60_000;
const MAX_SUSPECTS = 10_000;

export class MainThread {
  readonly #metrics: ComputeMetrics;
  readonly #allowance: CpuAllowance;
  /** Until when an account's CPU time is measured. */
  readonly #suspects = new Map<string, number>();

  constructor(metrics: ComputeMetrics, allowance: CpuAllowanceOptions) {
    this.#metrics = metrics;
    this.#allowance = new CpuAllowance(allowance);
  }

  /** Call this before reading a request. Throws `rate_limited` if the live account has used up its time. */
  requireAllowance(account: string): void {
    const seconds = this.#allowance.secondsUntilAllowed(account);
    if (seconds === 0) return;
    this.#metrics.tasks.inc({ task: TASK, result: 'rejected' });
    throw outOfComputingTime(seconds);
  }

  /** Runs the work and charges the CPU time until it returns. CPU time, because an account must not pay for a busy
   * machine. Asking for it costs two system calls, so it is only measured once an account's work has taken long. */
  run<T>(account: string, work: () => T): T {
    const startedAt = performance.now();
    const cpu = (this.#suspects.get(account) ?? 0) > startedAt ? process.threadCpuUsage() : null;
    try {
      return work();
    } finally {
      if (performance.now() - startedAt > SUSPECT_MS) {
        if (this.#suspects.size >= MAX_SUSPECTS) this.#suspects.clear();
        this.#suspects.set(account, startedAt + SUSPECTED_FOR_MS);
      }
      if (cpu !== null) this.charge(account, msSince(cpu));
    }
  }

  charge(account: string, ms: number): void {
    if (ms <= ORDINARY_MS) return;
    this.#allowance.charge(account, ms);
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
