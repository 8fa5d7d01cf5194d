// Runs expensive computations on a few threads of low priority, so that they never block the thread that answers
// requests. Accounts take turns, have an allowance of CPU time, and lose a task that exceeds its deadline.
// See docs/decisions/0026-compute-threads.md.

import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Piscina } from 'piscina';
import type { Allowances } from '../base/allowances.ts';
import { DomainError, overloaded } from '../base/domain-error.ts';
import { FairQueue } from '../base/fair-queue.ts';
import type { ComputeMetrics } from '../base/metrics.ts';
import { type CpuAllowanceOptions, cpuAllowances } from './cpu-allowance.ts';
import { Deadline } from './deadline.ts';
import { MainThread, outOfComputingTime } from './main-thread.ts';
import type { ComputeTask } from './task.ts';
import type { ThreadAnswer, ThreadRequest } from './thread-messages.ts';

export interface ComputePoolOptions {
  readonly threads?: number;
  readonly maxWaitingPerAccount?: number;
  readonly allowance?: CpuAllowanceOptions;
  readonly mainThreadAllowance?: CpuAllowanceOptions;
  readonly deadlineMs?: number;
  readonly threadMemoryMb?: number;
  /** Called when a thread dies without a task to blame. The next task gets a new thread. */
  readonly onError?: (error: Error) => void;
}

/** What happens if the account has used up its CPU time or has too many tasks waiting. Long jobs that were already
 * admitted wait. A task that others wait for, because its caller holds a lock or a connection, is the account's next and
 * is charged. */
export type WhenExhausted = 'reject' | 'wait' | 'go first';

export interface RunOptions {
  readonly whenExhausted?: WhenExhausted;
  /** Moved to the thread instead of copied. */
  readonly transfer?: readonly ArrayBuffer[];
  readonly deadlineMs?: number;
  /** The task fails with `overloaded` if it hasn't begun by then. */
  readonly signal?: AbortSignal;
}

/** One on a machine with two cores, where the database needs the other. */
const DEFAULT_THREADS = Math.max(1, Math.min(2, availableParallelism() - 1));
const MAX_WAITING_PER_ACCOUNT = 100;
/** A quarter of a core per account. */
const ALLOWANCE: CpuAllowanceOptions = { burstMs: 15_000, msPerSecond: 250 };
/** Separate, so that an account whose batches use up its threads' time can still send leads. The burst is short, because
 * nobody else is answered meanwhile. */
const MAIN_THREAD_ALLOWANCE: CpuAllowanceOptions = { burstMs: 2_000, msPerSecond: 250 };
/** No task takes more than a second of CPU time; see npm run drill -- cost. A starved machine needs more. */
const DEADLINE_MS = 60_000;
const THREAD_MEMORY_MB = 256;
const RETRY_MS = 250;
/** Filling a thread's memory and replacing the thread costs at least this much. */
const MIN_OUT_OF_MEMORY_MS = 1_000;

export class ComputePool {
  readonly mainThread: MainThread;
  readonly #metrics: ComputeMetrics;
  readonly #threads: Piscina<ThreadRequest, ThreadAnswer>;
  readonly #queue: FairQueue;
  readonly #allowances: Allowances;
  readonly #deadlineMs: number;
  readonly #closing = new AbortController();

  constructor(
    metrics: ComputeMetrics,
    {
      threads = DEFAULT_THREADS,
      maxWaitingPerAccount = MAX_WAITING_PER_ACCOUNT,
      allowance = ALLOWANCE,
      mainThreadAllowance = MAIN_THREAD_ALLOWANCE,
      deadlineMs = DEADLINE_MS,
      threadMemoryMb = THREAD_MEMORY_MB,
      onError = () => {},
    }: ComputePoolOptions = {},
  ) {
    this.#metrics = metrics;
    this.mainThread = new MainThread(metrics, mainThreadAllowance);
    this.#deadlineMs = deadlineMs;
    this.#allowances = cpuAllowances(allowance);
    this.#queue = new FairQueue({ maxRunning: threads, maxRunningPerAccount: 1, maxWaitingPerAccount });
    // Threads start with the first task and stay.
    this.#threads = new Piscina({
      filename: new URL('thread.ts', import.meta.url).href,
      name: 'runTask',
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: Number.POSITIVE_INFINITY,
      resourceLimits: { maxOldGenerationSizeMb: threadMemoryMb, maxYoungGenerationSizeMb: 32 },
      atomics: 'disabled',
      recordTiming: false,
    });
    // Without a listener, an error of a thread that is already being replaced would end the process.
    this.#threads.on('error', onError);
  }

  /** `account` is the live account. */
  async run<Input, Output>(
    account: string,
    task: ComputeTask<Input, Output>,
    input: Input,
    { whenExhausted = 'reject', transfer = [], deadlineMs = this.#deadlineMs, signal }: RunOptions = {},
  ): Promise<Output> {
    const leave = await this.#waitForTurn(account, task.name, whenExhausted, signal);
    try {
      return (await this.#runOnThread(account, task, input, transfer, deadlineMs)) as Output;
    } finally {
      leave();
    }
  }

  /** Stops all threads at once. Tasks that wait or run fail with `overloaded`. */
  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    await this.#threads.destroy();
  }

  async #waitForTurn(
    account: string,
    task: string,
    whenExhausted: WhenExhausted,
    signal = this.#closing.signal,
  ): Promise<() => void> {
    const { waiting } = this.#metrics;
    waiting.inc();
    try {
      for (;;) {
        this.#rejectIfClosing(signal);
        if (whenExhausted === 'go first') return await this.#queue.enterFirst(account);
        const seconds = this.#allowances.secondsUntilAllowed(account);
        try {
          if (seconds > 0) throw outOfComputingTime(seconds);
          return await this.#queue.enter(account);
        } catch (error) {
          if (whenExhausted === 'reject') {
            this.#metrics.tasks.inc({ task, result: 'rejected' });
            throw error;
          }
          await this.#pause(Math.max(RETRY_MS, seconds * 1000), signal);
        }
      }
    } finally {
      waiting.dec();
    }
  }

  async #runOnThread<Input>(
    account: string,
    { file, name }: ComputeTask<Input, unknown>,
    input: Input,
    transfer: readonly ArrayBuffer[],
    deadlineMs: number,
  ): Promise<unknown> {
    this.#rejectIfClosing();
    const deadline = new Deadline(deadlineMs);
    try {
      const { output, cpuMs } = await this.#threads.run(
        { file, name, input, begun: deadline.begun },
        { signal: deadline.signal, transferList: [...transfer] },
      );
      this.#record(account, name, 'done', cpuMs);
      return output;
    } catch (error) {
      this.#rejectIfClosing();
      const isTooBig = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.#record(
        account,
        name,
        deadline.isOver || isTooBig ? 'terminated' : 'failed',
        Math.max(deadline.usedMs, isTooBig ? MIN_OUT_OF_MEMORY_MS : 0),
      );
      if (deadline.isOver) throw late();
      if (isTooBig)
        throw new DomainError('too_large', 'processing this takes too much memory; send less text');
      throw error;
    } finally {
      deadline.clear();
    }
  }

  #record(account: string, task: string, result: string, cpuMs: number): void {
    this.#allowances.use(account, cpuMs);
    this.#metrics.tasks.inc({ task, result });
    this.#metrics.seconds.inc({ task }, cpuMs / 1000);
  }

  async #pause(ms: number, signal: AbortSignal): Promise<void> {
    const ended = AbortSignal.any([this.#closing.signal, signal]);
    await sleep(ms, undefined, { signal: ended, ref: false }).catch(() => {});
  }

  #rejectIfClosing(signal = this.#closing.signal): void {
    if (this.#closing.signal.aborted || signal.aborted)
      throw overloaded('the service is restarting; please try again');
  }
}

/** Retryable, because the likeliest cause is a busy machine. A task that is really too expensive has used up the
 * account's allowance by now. */
const late = (): DomainError =>
  new DomainError('rate_limited', 'this took too long to process; try again later, or send less text', {
    retryAfterSeconds: 30,
  });
