import { setTimeout as sleep } from 'node:timers/promises';

export async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  for (const until = performance.now() + 300_000; performance.now() < until; await sleep(50)) {
    if (await condition()) return;
  }
  throw new Error('timed out after five minutes');
}
