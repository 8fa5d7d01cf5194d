// Works on all leads of an account at once, on a thread of its own, because they have to be kept until all of them are read.
// The thread ends with the work, which frees its memory.

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Settings } from '@leadline/engine';
import type { FromThread, LeadToLearn, ThreadData, ToThread } from './thread-messages.ts';

/** 50,000 leads with 40 questions take 216 MB. */
const THREAD_MEMORY = { maxOldGenerationSizeMb: 368, maxYoungGenerationSizeMb: 32 };

/** The thread ran out of memory or took too long. Trying again would end the same way. */
export class TooManyLeads extends Error {}

export class AnalysisThread<Question, Answer> {
  readonly #thread: Worker;
  readonly #failure: Promise<never>;

  constructor(file: URL, settings: Settings | null, signal: AbortSignal) {
    this.#thread = new Worker(file, {
      workerData: { settings } satisfies ThreadData,
      resourceLimits: THREAD_MEMORY,
    });
    this.#failure = Promise.race([
      once(this.#thread, 'error').then(([error]) => {
        throw (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? new TooManyLeads('too many different answers to learn from')
          : error;
      }),
      rejectWhenAborted(signal),
    ]);
    this.#failure.catch(() => {}); // reported by the call that is waiting
  }

  /** Waits until the thread has read them, so that they don't pile up. */
  async add(leads: readonly LeadToLearn[]): Promise<void> {
    await this.#send({ kind: 'add', leads });
  }

  async ask(question: Question): Promise<Answer> {
    const message = await this.#send({ kind: 'ask', question });
    if (message.kind !== 'answered') throw new Error('the thread has not answered');
    return message.answer;
  }

  async close(): Promise<void> {
    await this.#thread.terminate();
  }

  async #send(message: ToThread<Question>): Promise<FromThread<Answer>> {
    const answered = once(this.#thread, 'message');
    answered.catch(() => {}); // an error of the thread ends this wait, too
    this.#thread.postMessage(message);
    const [answer] = await Promise.race([answered, this.#failure]);
    return answer as FromThread<Answer>;
  }
}

async function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}
