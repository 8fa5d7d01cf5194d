// A fake worker thread that crashes at once, or in the way the test asks for.

import { parentPort, workerData } from 'node:worker_threads';

export const GO_ON = 0;
export const THROW = 1;
export const EXHAUST_MEMORY = 2;

if (parentPort !== null) {
  const wish = workerData as Int32Array;
  parentPort.on('message', () => process.exit(0));
  parentPort.postMessage(null);
  setInterval(() => {
    // A wish to throw is for good, the other is taken back once it is granted.
    const wanted = Atomics.compareExchange(wish, 0, EXHAUST_MEMORY, GO_ON);
    if (wanted === THROW) throw new Error('crashed');
    if (wanted === EXHAUST_MEMORY) exhaustMemory();
  }, 20);
}

function exhaustMemory(): void {
  const held: object[][] = [];
  for (;;) held.push(Array.from({ length: 100_000 }, (_, index) => ({ index })));
}
