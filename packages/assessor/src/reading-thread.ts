// A thread that reads, seen from outside: given questions, watched, started again when it dies or hangs.

import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Assessment, Clause, NoAssessment } from '@leadline/engine';
import type { ThreadOptions, ToPool, ToThread } from './thread-messages.ts';

export interface Question {
  readonly id: number;
  readonly clauses: readonly Clause[];
  readonly now: Date;
  readonly answer: (answer: Assessment | NoAssessment) => void;
  /** Answers in time when nobody else does. */
  readonly timer: NodeJS.Timeout;
}

const QUESTIONS_AT_HAND = 4;
const FIRST_RESTART_MS = 200;
const MAX_RESTART_MS = 30_000;
/** No message takes a second: a thread that is silent for so long has been lost. */
const MAX_SILENCE_MS = 10_000;
const MAX_GOODBYE_MS = 3_000;

export class ReadingThread {
  readonly #modelFile: string | undefined;
  readonly #onTrouble: (why: string) => void;
  readonly #onRoom: () => void;
  readonly #asked = new Map<number, Question>();
  #worker: Worker | null = null;
  #restart: NodeJS.Timeout | undefined;
  #restartMs = FIRST_RESTART_MS;
  #silence: NodeJS.Timeout | undefined;
  #isClosed = false;
  isReady = false;
  trouble = 'not started yet';

  constructor(modelFile: string | undefined, onTrouble: (why: string) => void, onRoom: () => void) {
    this.#modelFile = modelFile;
    this.#onTrouble = onTrouble;
    this.#onRoom = onRoom;
  }

  /** How many questions more it may be given: with some at hand it never waits between two, with few it leaves the choice
   * of the next open. */
  get room(): number {
    return this.isReady ? QUESTIONS_AT_HAND - this.#asked.size : 0;
  }

  /** Resolves when it reads, or when it is known not to. */
  start(): Promise<void> {
    return new Promise((settled) => {
      const workerData: ThreadOptions = { modelFile: this.#modelFile };
      try {
        this.#worker = new Worker(new URL('thread.ts', import.meta.url), { workerData });
      } catch (error) {
        // The machine gives no more threads.
        this.trouble = describe(error);
        this.#comeToNothing();
        settled();
        return;
      }
      this.#worker.on('message', (message: ToPool) => {
        if (message.kind === 'answer')
          this.#answer(message.id, message.assessment ?? { missing: 'unavailable' });
        if (message.kind === 'failed') this.trouble = message.why;
        if (message.kind === 'ready') {
          this.isReady = true;
          this.trouble = 'the thread died';
          this.#restartMs = FIRST_RESTART_MS;
          settled();
          this.#onRoom();
        }
      });
      this.#worker.on('error', (error) => {
        this.trouble = describe(error);
      });
      this.#worker.on('exit', () => {
        this.#comeToNothing();
        settled();
      });
    });
  }

  ask(questions: readonly Question[]): void {
    for (const question of questions) this.#asked.set(question.id, question);
    this.#tell({ kind: 'read', questions: questions.map(({ id, clauses, now }) => ({ id, clauses, now })) });
    this.#watch();
  }

  #watch(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      this.trouble = 'the thread was silent for too long';
      void this.#worker?.terminate();
    }, MAX_SILENCE_MS).unref();
  }

  /** Lets it end what it reads: ending it in the middle of a run of the model would end the process. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#restart);
    const worker = this.#worker;
    if (worker === null) return;
    const gone = once(worker, 'exit');
    this.#tell({ kind: 'stop' });
    await Promise.race([gone, sleep(MAX_GOODBYE_MS, undefined, { ref: false })]);
    await worker.terminate();
  }

  #tell(message: ToThread): void {
    this.#worker?.postMessage(message);
  }

  /** What the deadline answered already finds no listener any more. */
  #answer(id: number, answer: Assessment | NoAssessment): void {
    const question = this.#asked.get(id);
    if (question === undefined) return;
    this.#asked.delete(id);
    clearTimeout(question.timer);
    question.answer(answer);
    clearTimeout(this.#silence);
    if (this.#asked.size > 0) this.#watch();
    this.#onRoom();
  }

  #comeToNothing(): void {
    this.isReady = false;
    this.#worker = null;
    for (const id of [...this.#asked.keys()]) this.#answer(id, { missing: 'unavailable' });
    if (this.#isClosed) return;
    this.#onTrouble(this.trouble);
    this.#restart = setTimeout(() => void this.start(), this.#restartMs).unref();
    this.#restartMs = Math.min(2 * this.#restartMs, MAX_RESTART_MS);
  }
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));
