// Keeps one account's files from taking up the thread that answers everybody's requests: an account's pieces of work run
// one at a time, each followed by a pause that is twice as long.

import { setTimeout as sleep } from 'node:timers/promises';
import { OneAtATime } from './one-at-a-time.ts';

const PAUSE_FACTOR = 2;

export class CpuShare {
  readonly #accounts = new OneAtATime();

  /** `work` should take no longer than 50 ms. */
  run<T>(liveAccountId: string, work: () => T): Promise<T> {
    const done = Promise.withResolvers<T>();
    void this.#accounts.run(liveAccountId, async () => {
      const started = performance.now();
      try {
        done.resolve(work());
      } catch (error) {
        done.reject(error);
      }
      await sleep(PAUSE_FACTOR * (performance.now() - started));
    });
    return done.promise;
  }
}

/** Shared by uploads and previews. */
export const cpuShare = new CpuShare();
