// Measures how much a score changes if only the writer does: swaps names, genders, countries, religions and dialects.
//   npm run eval:swaps

import { makeReader, type Reader } from '../src/reader.ts';
import { readLines } from '../training/corpus.ts';
import { scoreMessage } from './score-message.ts';

interface Swap {
  readonly a: string;
  readonly b: string;
  readonly swapped: string;
  readonly language: string;
}

export interface Change extends Swap {
  readonly points: number;
}

/** `swaps` was used to extend the lists of words that must not count. `held-out`, and `fresh`, which was written for
 * engine 2, were used for no change; `engine-3` was never inspected. */
export type SwapFile = 'swaps' | 'held-out' | 'fresh' | 'engine-3';

export async function measureSwaps(read: Reader, file: SwapFile): Promise<Change[]> {
  const changes: Change[] = [];
  for (const swap of readLines<Swap>(new URL(`../corpus/swaps/${file}.ndjson`, import.meta.url))) {
    const [a, b] = [await scoreMessage(read, swap.a), await scoreMessage(read, swap.b)];
    changes.push({ ...swap, points: Math.abs(a.data.score - b.data.score) });
  }
  return changes;
}

export const meanOf = (changes: readonly Change[]): number =>
  changes.reduce((sum, { points }) => sum + points, 0) / changes.length;

export const worstOf = (changes: readonly Change[]): number =>
  Math.max(...changes.map(({ points }) => points));

if (import.meta.main) {
  const read = await makeReader();
  const row = (name: string, these: readonly Change[]): string =>
    `${name.padEnd(12)}${String(these.length).padStart(6)}${meanOf(these).toFixed(2).padStart(8)}${String(worstOf(these)).padStart(8)}\n`;
  for (const file of ['swaps', 'held-out', 'fresh', 'engine-3'] as const) {
    const changes = await measureSwaps(read, file);
    process.stdout.write(
      `${file.padEnd(12)}${'pairs'.padStart(6)}${'mean'.padStart(8)}${'worst'.padStart(8)}\n`,
    );
    for (const [swapped, these] of Map.groupBy(changes, (change) => change.swapped))
      process.stdout.write(row(swapped, these));
    process.stdout.write(`${row('all', changes)}\n`);
  }
}
