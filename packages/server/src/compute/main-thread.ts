// Limits how much of the main thread each account can use. Short work stays on the main thread, because the way to a
// compute thread and back costs more, but callers decide how expensive it is.

import { DomainError } from '../base/domain-error.ts';
import type { ComputeMetrics } from '../base/metrics.ts';
import { CpuAllowance, type CpuAllowanceOptions } from './cpu-allowance.ts';

/** Ordinary work isn't charged: a lead takes 0.1 to 0.3 ms, and an account on a large plan may send thousands a second.
 * The limit on requests covers that. */
const ORDINARY_MS = 1;
const TASK = 'mainThread';
/** An account whose longer work adds up to this within a minute, by the clock, is suspect. */
const SUSPECT_MS = 20;
const MINUTE_MS = 60_000;
const MAX_ACCOUNTS = 10_000;

/** What an account's longer work took, by the clock. */
interface Minute {
  readonly endsAt: number;
  ms: number;
}

export class MainThread {
  readonly #metrics: ComputeMetrics;
  readonly #allowance: CpuAllowance;
  readonly #minutes = new Map<string, Minute>();

  constructor(metrics: ComputeMetrics, allowance: CpuAllowanceOptions) {
    this.#metrics = metrics;
    this.#allowance = new CpuAllowance(allowance);
  }

  /** Call this before work that is charged. Throws `rate_limited` if the live account has used up its time. */
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
    const cpu = this.#isSuspect(account, startedAt) ? process.threadCpuUsage() : null;
    try {
      return work();
    } finally {
      const ms = performance.now() - startedAt;
      if (ms > ORDINARY_MS) this.#minuteOf(account, startedAt).ms += ms;
      if (cpu !== null) this.charge(account, msSince(cpu));
    }
  }

  #isSuspect(account: string, now: number): boolean {
    const minute = this.#minutes.get(account);
    return minute !== undefined && minute.endsAt > now && minute.ms > SUSPECT_MS;
  }

  #minuteOf(account: string, now: number): Minute {
    const known = this.#minutes.get(account);
    if (known !== undefined && known.endsAt > now) return known;
    if (this.#minutes.size >= MAX_ACCOUNTS) this.#minutes.clear();
    const minute = { endsAt: now + MINUTE_MS, ms: 0 };
    this.#minutes.set(account, minute);
    return minute;
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
