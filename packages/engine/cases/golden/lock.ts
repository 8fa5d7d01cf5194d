// The lock: for each released engine version, a hash of its golden scores and ledgers.

import type { Hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export const LOCK_FILE = new URL('lock.json', import.meta.url);

export const readLock = (): Readonly<Record<string, string>> => JSON.parse(readFileSync(LOCK_FILE, 'utf8'));

export interface GoldenResult {
  readonly title: string;
  readonly expected: unknown;
}

/** Wording may change within a version; titles, scores, grades and points may not. */
export function lockOf(results: readonly GoldenResult[], hash: Hash): string {
  for (const { title, expected } of results) {
    const { data, ledger } = expected as {
      data?: { score: number; grade: string };
      ledger?: readonly { code: string; points: number }[];
    };
    hash.update(`${title}\n${data?.score} ${data?.grade}\n`);
    for (const { code, points } of ledger ?? []) hash.update(`${code} ${points}\n`);
  }
  return hash.digest('hex').slice(0, 32);
}
