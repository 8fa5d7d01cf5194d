// Quotes the words of a lead that an entry rests on.

import type { Clause } from '../reading/clauses.ts';
import { cut } from '../text/cut.ts';
import { oneLine } from '../text/tokenize.ts';

const MAX_QUOTE = 90;
const MAX_QUESTION = 40;

/** The lead's own words, short enough to quote. */
export const shorten = (text: string): string => cut(oneLine(text).replace(/[,;:\s]+$/, ''), MAX_QUOTE);

/** “our supplier closes in March”, “Move-in date: 1 December”; empty without a clause. */
export function quoteClause(clauses: readonly Clause[], clause: number): string {
  const quoted = clauses[clause];
  if (quoted === undefined) return '';
  const question = quoted.question?.replaceAll('_', ' ').replace(/[\s:]+$/, '') ?? '';
  if (question === '') return `“${shorten(quoted.text)}”`;
  const asked = cut(question, MAX_QUESTION);
  return `“${asked}${/[?؟？…]$/.test(asked) ? '' : ':'} ${shorten(quoted.text)}”`;
}
