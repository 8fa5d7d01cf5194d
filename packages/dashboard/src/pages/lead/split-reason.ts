// Takes the text of a ledger entry apart.

import { withoutPoints } from './format-points.ts';
import type { LedgerEntry } from './lead-query.ts';

/** How the engine ends the text of what the AI changed. */
export const BY_AI = ' (read by AI)';

interface Split {
  readonly name: string;
  /** Empty if it quotes nothing. */
  readonly quote: string;
  readonly isByAi: boolean;
}

/** "Asks for a quote: “200 hoodies” (read by AI)" has a name, a quote and a reader. */
export function splitReason(entry: LedgerEntry): Split {
  const whole = withoutPoints(entry);
  const isByAi = whole.endsWith(BY_AI);
  const text = isByAi ? whole.slice(0, -BY_AI.length) : whole;
  const at = text.indexOf(': “');
  return at < 0
    ? { name: text, quote: '', isByAi }
    : { name: text.slice(0, at), quote: text.slice(at + 2), isByAi };
}
