import { setTimeout as sleep } from 'node:timers/promises';
import { openClient } from '../http/client.ts';

/** Returns whether readyz returns this status in time. */
export async function waitForStatus(url: string, status: number, withinMs: number): Promise<boolean> {
  const caller = openClient(url, 1);
  try {
    const until = performance.now() + withinMs;
    while (performance.now() < until) {
      if ((await caller.get('/readyz')).status === status) return true;
      await sleep(50);
    }
    return false;
  } finally {
    await caller.close();
  }
}
