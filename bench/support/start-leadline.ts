// `leadline api` and `leadline worker` as in production, except that webhooks may go to this machine.

import { join } from 'node:path';
import { type NodeProcess, startNode } from '@leadline/testkit/service/start-node';

const CLI = 'packages/cli/src/main.ts';
const WEBHOOKS = { SECRET_KEY: 'a secret key that only benchmarks use', WEBHOOKS_ALLOW_PRIVATE: '1' };

/** AI is off unless it is what the benchmark measures. */
export const startApi = (
  logFile: string,
  databaseUrl: string,
  ai: Readonly<Record<string, string>> = { AI: 'off' },
  nodeOptions: readonly string[] = [],
  /** The folder of the code. */
  root = '.',
): Promise<NodeProcess> =>
  startNode(logFile, [...nodeOptions, join(root, CLI), 'api'], {
    DATABASE_URL: databaseUrl,
    PORT: '0',
    ...WEBHOOKS,
    ...ai,
  });

/** With `delivers: false` it only moves events into the queue. */
export const startWorker = (
  logFile: string,
  databaseUrl: string,
  { delivers = true }: { readonly delivers?: boolean } = {},
): Promise<NodeProcess> =>
  startNode(logFile, [CLI, 'worker'], { DATABASE_URL: databaseUrl, ...(delivers ? WEBHOOKS : {}) });
