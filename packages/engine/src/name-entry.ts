// The short name of a ledger entry, without the quote and the points included in its text.

import { type LedgerEntry, withoutPoints } from './ledger.ts';

/** "Asks for a quote", "Perhaps vendor pitch"; the whole text if it quotes nothing. */
export function nameEntry(entry: LedgerEntry): string {
  const text = withoutPoints(entry);
  const quote = text.indexOf(': ');
  return quote < 0 ? text : text.slice(0, quote);
}
