import { setTimeout as sleep } from 'node:timers/promises';

export interface SteadySending {
  /** Waits for the calls that are still running. */
  stop(): Promise<void>;
}

/** Calls a function at a steady rate, whether or not earlier calls have finished. It must not reject. */
export function sendSteadily(perSecond: number, send: (number: number) => Promise<void>): SteadySending {
  const pending = new Set<Promise<void>>();
  let isStopping = false;
  const run = async (): Promise<void> => {
    const started = performance.now();
    for (let number = 0; !isStopping; number++) {
      const waitMs = started + (number * 1_000) / perSecond - performance.now();
      if (waitMs > 0) await sleep(waitMs);
      const sending = send(number);
      pending.add(sending);
      void sending.finally(() => pending.delete(sending));
    }
  };
  const running = run();
  return {
    stop: async () => {
      isStopping = true;
      await running;
      await Promise.all(pending);
    },
  };
}
