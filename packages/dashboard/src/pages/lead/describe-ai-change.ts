// What the AI read differently from the rules, in half a sentence.

import type { LedgerEntry } from './lead-query.ts';
import { splitReason } from './split-reason.ts';

/** For example "read “Asks for a quote”". Null if it added no reason. */
export function describeAiChange(ledger: readonly LedgerEntry[]): string | null {
  const read = ledger
    .filter(({ group, code }) => group === 'intent' && code !== 'ai-missing')
    .map((entry) => `“${splitReason(entry).name}”`);
  return read.length === 0 ? null : `read ${join(read)}`;
}

const join = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
