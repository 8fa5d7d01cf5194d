// The main thread's handle on a reading thread: sends it leads, watches it, and restarts it when it dies or hangs.

import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Assessment, Clause, NoAssessment } from '@leadline/engine';
import { listUnread } from './clauses/list-unread.ts';
import { isPlain } from './encode-text.ts';
import { MAX_CLAUSES, type Prepare } from './prepare-lead.ts';
import type { LeadAnswer, LeadToRead, ThreadOptions, ToMain, ToThread } from './thread-messages.ts';

export interface PendingLead {
  readonly id: number;
  readonly account: string;
  readonly clauses: readonly Clause[];
  readonly now: Date;
  readonly answer: (answer: Assessment | NoAssessment) => void;
  /** Sends an answer at the deadline if there hasn't been one. */
  readonly timer: NodeJS.Timeout;
}

export interface ReadingThreadOptions {
  readonly modelFile: string | undefined;
  /** How long it may take to answer. */
  readonly maxSilenceMs?: number | undefined;
  /** Null until it is loaded. */
  readonly prepare: () => Prepare | null;
  readonly onTrouble: (why: string) => void;
  readonly onReady: () => void;
  readonly onCapacity: () => void;
}

/** Enough to keep the thread busy while answers are on their way, but few enough that newer leads can still jump the
 * queue. */
const MAX_PENDING = 6;
const FIRST_RESTART_MS = 200;
const MAX_RESTART_MS = 30_000;
/** Reading a lead takes less than a second, so a thread that is silent for this long is stuck, or starved of CPU time. */
const MAX_SILENCE_MS = 10_000;
/** Terminating a thread while the model runs crashes the process, so it gets this long to finish its lead. After that, a
 * crash is better than no AI at all. */
const MAX_STUCK_MS = 120_000;
const MAX_SHUTDOWN_MS = 3_000;
const MAX_LOADING_MS = 15_000;

export class ReadingThread {
  readonly #options: ReadingThreadOptions;
  readonly #pending = new Map<number, PendingLead>();
  #worker: Worker | null = null;
  #restart: NodeJS.Timeout | undefined;
  #restartMs = FIRST_RESTART_MS;
  #watchdog: NodeJS.Timeout | undefined;
  #isClosed = false;
  isReady = false;
  trouble = 'not started yet';

  constructor(options: ReadingThreadOptions) {
    this.#options = options;
  }

  /** How many more leads it can take. */
  get capacity(): number {
    return this.isReady ? MAX_PENDING - this.#pending.size : 0;
  }

  /** Resolves once the thread is ready or has failed to start. */
  start(): Promise<void> {
    return new Promise((settled) => {
      const workerData: ThreadOptions = { modelFile: this.#options.modelFile };
      try {
        this.#worker = new Worker(new URL('thread.ts', import.meta.url), { workerData });
      } catch (error) {
        // The system is out of threads.
        this.trouble = describeError(error);
        this.#handleExit();
        settled();
        return;
      }
      this.#worker.on('message', (message: ToMain) => {
        if (message.kind === 'answers') this.#receive(message.answers);
        if (message.kind === 'failed') this.trouble = message.why;
        if (message.kind === 'ready') {
          this.isReady = true;
          this.trouble = 'the thread died';
          this.#restartMs = FIRST_RESTART_MS;
          settled();
          this.#options.onReady();
          this.#options.onCapacity();
        }
      });
      this.#worker.on('error', (error) => {
        this.trouble = describeError(error);
      });
      this.#worker.on('exit', () => {
        this.#handleExit();
        settled();
      });
    });
  }

  read(leads: readonly PendingLead[]): void {
    for (const lead of leads) this.#pending.set(lead.id, lead);
    this.#post({ kind: 'read', leads: leads.map((lead) => this.#toRead(lead)) });
    this.#startWatchdog();
  }

  #toRead({ id, clauses, now }: PendingLead): LeadToRead {
    try {
      const prepare = isOrdinary(clauses) ? this.#options.prepare() : null;
      if (prepare !== null) return { id, prepared: prepare(clauses, now) };
    } catch {
      // The thread will fail on it, too, without affecting other leads.
    }
    return { id, clauses, now };
  }

  #startWatchdog(): void {
    clearTimeout(this.#watchdog);
    this.#watchdog = setTimeout(() => this.#giveUp(), this.#options.maxSilenceMs ?? MAX_SILENCE_MS).unref();
  }

  /** Its leads do without. It is replaced once it has ended. */
  #giveUp(): void {
    const worker = this.#worker;
    this.isReady = false;
    this.trouble = 'the thread stopped responding';
    this.#answerNone();
    this.#post({ kind: 'stop' });
    const lastResort = setTimeout(() => void worker?.terminate(), MAX_STUCK_MS).unref();
    worker?.once('exit', () => clearTimeout(lastResort));
  }

  #answerNone(): void {
    for (const id of [...this.#pending.keys()]) this.#answer(id, null);
  }

  /** Waits for the model to load or for the current lead to finish: terminating a thread while the model runs would crash
   * the process. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#restart);
    const worker = this.#worker;
    if (worker === null) return;
    const exited = once(worker, 'exit');
    this.#post({ kind: 'stop' });
    const maxMs = this.isReady ? MAX_SHUTDOWN_MS : MAX_LOADING_MS;
    await Promise.race([exited, sleep(maxMs, undefined, { ref: false })]);
    await worker.terminate();
  }

  #post(message: ToThread): void {
    this.#worker?.postMessage(message);
  }

  #receive(answers: readonly LeadAnswer[]): void {
    for (const { id, assessment } of answers) this.#answer(id, assessment);
    clearTimeout(this.#watchdog);
    if (this.#pending.size > 0) this.#startWatchdog();
    this.#options.onCapacity();
  }

  #answer(id: number, assessment: Assessment | null): void {
    const lead = this.#pending.get(id);
    if (lead === undefined) return;
    this.#pending.delete(id);
    clearTimeout(lead.timer);
    // Does nothing if the lead was already answered at its deadline.
    lead.answer(
      assessment === null
        ? { missing: 'unavailable' }
        : { ...assessment, ...listUnread(lead.clauses, MAX_CLAUSES) },
    );
  }

  #handleExit(): void {
    this.isReady = false;
    this.#worker = null;
    clearTimeout(this.#watchdog);
    this.#answerNone();
    this.#options.onCapacity();
    if (this.#isClosed) return;
    this.#options.onTrouble(this.trouble);
    this.#restart = setTimeout(() => void this.start(), this.#restartMs).unref();
    this.#restartMs = Math.min(2 * this.#restartMs, MAX_RESTART_MS);
  }
}

/** The main thread prepares only these, in less than a millisecond. Callers decide how long and unusual their texts are, so
 * the thread prepares all others. */
const MAX_LENGTH = 2_000;

function isOrdinary(clauses: readonly Clause[]): boolean {
  let length = 0;
  for (const { question, text } of clauses) length += text.length + (question?.length ?? 0);
  return (
    length <= MAX_LENGTH && clauses.every(({ question, text }) => isPlain(text) && isPlain(question ?? ''))
  );
}

const describeError = (error: unknown): string => (error instanceof Error ? error.message : String(error));
