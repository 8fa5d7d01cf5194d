// `leadline job`: background work that failed too often, to be looked at and tried again.

import { listDeadLetters, openPool, retryDeadLetters } from '@leadline/server';
import { Command } from 'commander';
import { group } from './group.ts';
import { printable, printLine } from './output.ts';
import { addStoreOptions, type StoreOptions, withStore } from './store-options.ts';

export function jobCommand(): Command {
  const dead = addStoreOptions(
    new Command('dead').description('list jobs that were given up').option('--json', 'print JSON'),
  ).action(async ({ json, data }: { json?: true } & StoreOptions) => {
    const letters = await withPool({ data }, listDeadLetters);
    if (json) return printLine(JSON.stringify(letters, null, 2));
    if (letters.length === 0) printLine('no job was given up');
    for (const { id, queue, data: about, diedAt, error } of letters) {
      printLine(
        `${id}  ${queue}  ${diedAt.toISOString().slice(0, 16).replace('T', ' ')}  ${JSON.stringify(about)}`,
      );
      const { message } = (error ?? {}) as { message?: unknown };
      if (typeof message === 'string') printLine(`  ${printable(message.slice(0, 200))}`);
    }
  });

  const retry = addStoreOptions(new Command('retry').description('try all of them again')).action(
    async ({ data }: StoreOptions) => {
      const moved = await withPool({ data }, retryDeadLetters);
      printLine(moved === 1 ? '1 job is tried again' : `${moved} jobs are tried again`);
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
