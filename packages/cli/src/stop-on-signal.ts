// Ends the process in an orderly way when it is told to. Call this before anything is started.

import { onSignal } from './signals.ts';

/** Whatever runs the process kills it after ten seconds in most cases; some give it less. */
const MAX_STOP_MS = 4_500;

export interface SignalWatch {
  /** Whether a signal has come. What is being started may then fail, because what it needs is being stopped. */
  isStopping: boolean;
}

/** `stop` must also work while the service is still starting. */
export function stopOnSignal(stop: () => Promise<void>): SignalWatch {
  const watch: SignalWatch = { isStopping: false };
  onSignal(() => {
    if (watch.isStopping) return;
    watch.isStopping = true;
    setTimeout(() => fail('took too long to stop'), MAX_STOP_MS);
    stop().then(
      () => process.exit(0),
      (error: Error) => fail(`failed to stop cleanly: ${error.message}`),
    );
  });
  return watch;
}

function fail(problem: string): never {
  process.stderr.write(`leadline: ${problem}\n`);
  process.exit(1);
}
