// `leadline job`: lists background jobs that have used up their retries, and retries them.

import { inEachCell, listDeadLetters, openPool, retryDeadLetters } from '@leadline/server';
import { Command } from 'commander';
import { type DoneInCell, reportFailures } from './cell-results.ts';
import { group } from './group.ts';
import { printable, printLine } from './output.ts';
import { addStoreOptions, type StoreOptions, withStore } from './store-options.ts';

export function jobCommand(): Command {
  const dead = addStoreOptions(
    new Command('dead').description('list failed jobs').option('--json', 'print JSON'),
  ).action(async ({ json, data }: { json?: true } & StoreOptions) => {
    const cells = await inCells({ data }, listDeadLetters);
    const letters = cells.flatMap(({ cell, value }) => value.map((letter) => ({ cell, ...letter })));
    if (json) return printLine(JSON.stringify(letters, null, 2));
    if (letters.length === 0) printLine('no failed jobs');
    for (const { cell, id, queue, data: about, diedAt, error } of letters) {
      const place = cells.length === 1 ? '' : `${cell}  `;
      printLine(
        `${place}${id}  ${queue}  ${diedAt.toISOString().slice(0, 16).replace('T', ' ')}  ${JSON.stringify(about)}`,
      );
      const { message } = (error ?? {}) as { message?: unknown };
      if (typeof message === 'string') printLine(`  ${printable(message.slice(0, 200))}`);
    }
  });

  const retry = addStoreOptions(new Command('retry').description('retry all failed jobs')).action(
    async ({ data }: StoreOptions) => {
      const cells = await inCells({ data }, retryDeadLetters);
      const moved = cells.reduce((sum, { value }) => sum + value, 0);
      printLine(moved === 1 ? 'retrying 1 job' : `retrying ${moved} jobs`);
    },
  );

  return group('job', [dead, retry]);
}

const inCells = <T>(
  options: StoreOptions,
  work: (pool: ReturnType<typeof openPool>) => Promise<T>,
): Promise<DoneInCell<T>[]> =>
  withStore(options, async (directoryUrl) => {
    const results = await inEachCell(directoryUrl, async (url) => {
      const pool = openPool(url, { size: 1 });
      try {
        return await work(pool);
      } finally {
        await pool.end();
      }
    });
    return reportFailures(results, 'was left out');
  });
