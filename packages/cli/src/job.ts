// `leadline job`: lists background jobs that have used up their retries, and retries them.

import { listDeadLetters, openPool, retryDeadLetters } from '@leadline/server';
import { Command } from 'commander';
import { group } from './group.ts';
import { printable, printLine } from './output.ts';
import { addStoreOptions, type StoreOptions, withStore } from './store-options.ts';

export function jobCommand(): Command {
  const dead = addStoreOptions(
    new Command('dead').description('list failed jobs').option('--json', 'print JSON'),
  ).action(async ({ json, data }: { json?: true } & StoreOptions) => {
    const letters = await withPool({ data }, listDeadLetters);
    if (json) return printLine(JSON.stringify(letters, null, 2));
    if (letters.length === 0) printLine('no failed jobs');
    for (const { id, queue, data: about, diedAt, error } of letters) {
      printLine(
        `${id}  ${queue}  ${diedAt.toISOString().slice(0, 16).replace('T', ' ')}  ${JSON.stringify(about)}`,
      );
      const { message } = (error ?? {}) as { message?: unknown };
      if (typeof message === 'string') printLine(`  ${printable(message.slice(0, 200))}`);
    }
  });

  const retry = addStoreOptions(new Command('retry').description('retry all failed jobs')).action(
    async ({ data }: StoreOptions) => {
      const moved = await withPool({ data }, retryDeadLetters);
      printLine(moved === 1 ? 'retrying 1 job' : `retrying ${moved} jobs`);
    },
  );

  return group('job', [dead, retry]);
}

const withPool = <T>(
  options: StoreOptions,
  work: (pool: ReturnType<typeof openPool>) => Promise<T>,
): Promise<T> =>
  withStore(options, async (url) => {
    const pool = openPool(url, { size: 1 });
    try {
      return await work(pool);
    } finally {
      await pool.end();
    }
  });
