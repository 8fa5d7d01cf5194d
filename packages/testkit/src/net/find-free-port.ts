// Finds ports that nothing else will take while their server restarts.

import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Stays below 32768, where Linux's ephemeral ports start. Otherwise a client that connects while the server is down
 * could be assigned the server's own port. */
export async function findFreePort(from = 20_000, to = 32_000): Promise<number> {
  for (;;) {
    const port = randomInt(from, to);
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await Promise.race([
      once(probe, 'listening').then(() => true),
      once(probe, 'error').then(() => false),
    ]);
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}

/** Different from each other, although none of them is taken yet. */
export async function findFreePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await findFreePort());
  return [...ports];
}
