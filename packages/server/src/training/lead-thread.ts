// Trains on a thread of its own, because the leads have to be kept until all of them are read. The thread ends with the
// training, which frees its memory.

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Settings } from '@leadline/engine';
import type { FromThread, LeadToLearn, ThreadData, ToThread, Training } from './training-messages.ts';

/** 50,000 leads with 40 questions take 216 MB. */
const THREAD_MEMORY = { maxOldGenerationSizeMb: 368, maxYoungGenerationSizeMb: 32 };

/** The thread ran out of memory or took too long. Trying again would end the same way. */
export class TrainingTooLarge extends Error {}

export class TrainingThread {
  readonly #thread: Worker;
  readonly #failure: Promise<never>;

  constructor(settings: Settings | null, signal: AbortSignal) {
    this.#thread = new Worker(new URL('training-thread.ts', import.meta.url), {
      workerData: { settings } satisfies ThreadData,
      resourceLimits: THREAD_MEMORY,
    });
    this.#failure = Promise.race([
      once(this.#thread, 'error').then(([error]) => {
        throw (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? new TrainingTooLarge('too many different answers to learn from')
          : error;
      }),
      rejectWhenAborted(signal),
    ]);
    this.#failure.catch(() => {}); // reported by the call that is waiting
  }

  /** Waits until the thread has read them, so that they don't pile up. */
  async add(leads: readonly LeadToLearn[]): Promise<void> {
    await this.#ask({ kind: 'add', leads });
  }

  /** Null if no lead can be learned from. */
  async learn(live: string | null): Promise<Training | null> {
    const answer = await this.#ask({ kind: 'learn', live });
    return answer.kind === 'learned' ? answer.training : null;
  }

  async close(): Promise<void> {
    await this.#thread.terminate();
  }

  async #ask(message: ToThread): Promise<FromThread> {
    const answered = once(this.#thread, 'message');
    answered.catch(() => {}); // an error of the thread ends this wait, too
    this.#thread.postMessage(message);
    const [answer] = await Promise.race([answered, this.#failure]);
    return answer as FromThread;
  }
}

async function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}
