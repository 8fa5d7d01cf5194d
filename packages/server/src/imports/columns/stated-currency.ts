// Finds the currency that a cell states: €, US$, CHF, kr. Deal values are in the currency of the account, so an amount in
// another one must not be stored as if it were.

import { readBudget } from '@leadline/engine';

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
const WORDS = /[\p{L}\p{Sc}]+/gu;
/** Signs that several currencies share. */
const SHARED_SIGN = /\p{Sc}|^(?:kr|rs|fr)$/iu;
/** "Amount (EUR)", "Umsatz in CHF", "Deal value €" */
const IN_HEADER = /[([]\s*([A-Z]{3}|\p{Sc})\s*[)\]]|(?:^|\s)([A-Z]{3}|\p{Sc})\s*$/u;

/** An ISO code, or the sign if several currencies share it. The account's own currency wins: in Canada, $ is a Canadian
 * dollar. Null if the text states none. */
export function findStatedCurrency(text: string, own: string): string | null {
  const words = text.match(WORDS) ?? [];
  if (words.length === 0) return null;
  const ownSign = signOf(own);
  for (const word of words) {
    const code = word.toUpperCase();
    if (code === own || word.toLowerCase() === ownSign) return own;
    if (CODES.has(code)) return code;
  }
  const { currency } = readBudget(/\d/.test(text) ? text : `${text} 1`);
  return currency ?? words.find((word) => SHARED_SIGN.test(word)) ?? null;
}

export function findHeaderCurrency(column: string, own: string): string | null {
  const [, bracketed, last] = IN_HEADER.exec(column) ?? [];
  const word = bracketed ?? last;
  return word === undefined || (/^[A-Z]/.test(word) && !CODES.has(word))
    ? null
    : findStatedCurrency(word, own);
}

const signs = new Map<string, string>();

/** As the people who use it write it: $ for Canadian dollars, too. */
function signOf(code: string): string {
  const known = signs.get(code);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  });
  const sign = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code;
  signs.set(code, sign.toLowerCase());
  return sign.toLowerCase();
}
