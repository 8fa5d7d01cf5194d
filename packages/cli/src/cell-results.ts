// What a command did in each cell. With one cell, its error is the command's own.

import type { CellResult } from '@leadline/server';
import { describeFailure } from './describe-failure.ts';
import { EXIT_REJECTED } from './output.ts';

export interface DoneInCell<T> {
  readonly cell: string;
  readonly value: T;
}

/** Returns the results of the cells that succeeded. Prints which failed; the exit code is 1 then. */
export function reportFailures<T>(
  results: readonly CellResult<T>[],
  what: string,
  { isOneOfMany = results.length > 1 } = {},
): DoneInCell<T>[] {
  const done: DoneInCell<T>[] = [];
  for (const result of results) {
    if ('value' in result) {
      done.push(result);
      continue;
    }
    if (!isOneOfMany) throw result.error;
    process.stderr.write(`leadline: cell ${result.cell} ${what}: ${describeFailure(result.error)}\n`);
    process.exitCode = EXIT_REJECTED;
  }
  return done;
}
