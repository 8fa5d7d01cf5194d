// Runs the worker on its own thread and restarts it if it crashes, so that the API of `leadline serve` goes on.

import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { MetricValues, RunningWorker, WorkerConfig, WorkerHealth } from '@leadline/server';

/** Without a limit, the heap grows until memory runs out. This is plenty for any number of imports and deliveries. */
const WORKER_MEMORY = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 256 };
const WORKER_THREAD = new URL('./worker-thread.ts', import.meta.url);

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
/** Crashes further apart than this are unrelated. */
const CRASH_WINDOW_MS = 5 * 60_000;

export interface SupervisorOptions {
  /** After this many crashes within five minutes, `onGiveUp` is called instead of restarting the worker. */
  readonly maxCrashes?: number;
  readonly onGiveUp?: () => void;
  readonly threadFile?: URL;
  readonly report?: (line: string) => void;
}

export type SupervisedWorker = RunningWorker & WorkerHealth;
/** To the thread. */
export type WorkerMessage = 'stop' | 'collect metrics';

/** Longer than the thread waits for its databases. Prometheus waits ten seconds. */
const MAX_COLLECTING_MS = 6_000;

/** Rejects if the worker doesn't start the first time, which is usually due to its configuration. */
export async function superviseWorker(
  config: WorkerConfig,
  options: SupervisorOptions = {},
): Promise<SupervisedWorker> {
  const { worker, started } = beginWorker(config, options);
  await started;
  return worker;
}

/** Doesn't wait for the worker, so that something else can start at the same time. Stopping it does. */
export function beginWorker(
  config: WorkerConfig,
  options: SupervisorOptions = {},
): { readonly worker: SupervisedWorker; readonly started: Promise<void> } {
  const worker = new Supervisor(config, options);
  return { worker, started: worker.begin() };
}

class Supervisor implements SupervisedWorker {
  readonly #config: WorkerConfig;
  readonly #maxCrashes: number;
  readonly #onGiveUp: () => void;
  readonly #threadFile: URL;
  readonly #report: (line: string) => void;
  readonly #stopping = new AbortController();
  #thread: Worker | null = null;
  #begun: Promise<void> = Promise.resolve();
  #crashTimes: number[] = [];
  restarts = 0;
  metricsUrl: string | null = null;

  constructor(
    config: WorkerConfig,
    {
      maxCrashes = Number.POSITIVE_INFINITY,
      onGiveUp = () => {},
      threadFile = WORKER_THREAD,
      report = (line) => process.stderr.write(`leadline: ${line}\n`),
    }: SupervisorOptions,
  ) {
    this.#config = config;
    this.#maxCrashes = maxCrashes;
    this.#onGiveUp = onGiveUp;
    this.#threadFile = threadFile;
    this.#report = report;
  }

  get isUp(): boolean {
    return this.#thread !== null;
  }

  begin(): Promise<void> {
    this.#begun = this.#start();
    return this.#begun;
  }

  async #start(): Promise<void> {
    const thread = new Worker(this.#threadFile, { workerData: this.#config, resourceLimits: WORKER_MEMORY });
    let failure: Error | null = null;
    thread.on('error', (error: Error) => {
      failure = error;
    });
    const exited = once(thread, 'exit').catch(() => {});
    const [first] = await Promise.race([
      once(thread, 'message') as Promise<[string | null]>,
      exited.then(() => []),
    ]);
    if (first === undefined) throw failure ?? new Error('the worker ended while it started');
    this.metricsUrl = first;
    this.#thread = thread;
    thread.once('exit', () => {
      this.#thread = null;
      if (!this.#stopping.signal.aborted) void this.#restart(failure);
    });
  }

  async #restart(failure: Error | null): Promise<void> {
    for (let reason = failure; ; ) {
      const crashes = this.#countCrash();
      const what = `the worker stopped: ${reason?.message ?? 'it ended without an error'}`;
      if (crashes >= this.#maxCrashes) {
        this.#report(`${what}; giving up after ${crashes} crashes within five minutes`);
        this.#onGiveUp();
        return;
      }
      const pauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (crashes - 1));
      this.#report(`${what}; restarting in ${pauseMs / 1000} s`);
      await sleep(pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => {});
      if (this.#stopping.signal.aborted) return;
      this.restarts++;
      try {
        await this.#start();
        return;
      } catch (error) {
        reason = error as Error;
      }
    }
  }

  /** Returns how many crashes there were lately. */
  #countCrash(): number {
    const now = performance.now();
    this.#crashTimes = [...this.#crashTimes.filter((at) => now - at < CRASH_WINDOW_MS), now];
    return this.#crashTimes.length;
  }

  async collectMetrics(): Promise<MetricValues> {
    const thread = this.#thread;
    if (thread === null) return [];
    const answer = once(thread, 'message', { signal: AbortSignal.timeout(MAX_COLLECTING_MS) });
    thread.postMessage('collect metrics' satisfies WorkerMessage);
    return answer.then(
      ([{ metrics }]) => metrics as MetricValues,
      () => [],
    );
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#begun.catch(() => {});
    const thread = this.#thread;
    if (thread === null) return;
    const ended = once(thread, 'exit');
    thread.postMessage('stop' satisfies WorkerMessage);
    await ended;
  }
}
