// Finds the currency of an amount: written next to it, implied by its scale, or the only one in the text.

import { DOLLAR_SIGN_CURRENCIES } from './currencies.ts';
import { meaningOf } from './numerals.ts';
import type { Lexeme } from './scan.ts';

/** The part of an amount that readCurrency needs. */
interface CurrencyOf {
  readonly first: number;
  readonly last: number;
  readonly implies: string | null;
}

export interface CurrencyRead {
  readonly code: string;
  readonly text: string;
}

export function readCurrency(lexemes: readonly Lexeme[], chosen: CurrencyOf): CurrencyRead | null {
  let near = adjacentCurrency(lexemes, chosen.first, chosen.last);
  for (let at = chosen.first; near === null && at <= chosen.last; at++) near = currencyAt(lexemes, at);
  const all = lexemes.flatMap((_, at) => currencyAt(lexemes, at) ?? []);
  if (near === null || near.dollarSign) {
    const named = all.find((other) => !other.dollarSign && DOLLAR_SIGN_CURRENCIES.has(other.code));
    if (near !== null && named) return named;
  }
  if (near !== null) return near;
  const implied = impliedBy(lexemes, chosen);
  if (implied !== null) return implied;
  const codes = new Set(all.map(({ code }) => code));
  if (codes.size === 1) return all[0] ?? null;
  return readKrona(lexemes);
}

function impliedBy(lexemes: readonly Lexeme[], chosen: CurrencyOf): CurrencyRead | null {
  if (chosen.implies === null) return null;
  for (let at = chosen.first; at <= chosen.last; at++) {
    const lexeme = lexemes[at] as Lexeme;
    if (meaningOf(lexeme, 'scale')?.implies) return { code: chosen.implies, text: lexeme.text };
  }
  return null;
}

/** "kr" can be Swedish, Norwegian or Danish; only the surrounding words can tell. */
const KRONA_WORDS: readonly (readonly [RegExp, string])[] = [
  [/m[åa]n(?:ad)?\b|kronor|exkl|inkl\.? moms|i m[åa]naden|[åa]ret/iu, 'SEK'],
  [/mva|\bmnd\b|\beks\b|norske/iu, 'NOK'],
  [/ekskl|md\b|danske|om måneden/iu, 'DKK'],
];

function readKrona(lexemes: readonly Lexeme[]): CurrencyRead | null {
  const krona = lexemes.find((lexeme) => /^kr$/i.test(lexeme.text));
  if (krona === undefined) return null;
  const text = lexemes.map((lexeme) => lexeme.text).join(' ');
  for (const [words, code] of KRONA_WORDS) if (words.test(text)) return { code, text: krona.text };
  return null;
}

function currencyAt(lexemes: readonly Lexeme[], at: number): (CurrencyRead & { dollarSign: boolean }) | null {
  const lexeme = lexemes[at];
  const meaning = meaningOf(lexeme, 'currency');
  if (meaning === null || lexeme === undefined) return null;
  // Very short words count as a currency only next to a number: "R 500", "fr 80".
  if (/^\p{Script=Latin}{1,2}$/u.test(lexeme.text)) {
    const isBeside =
      Boolean(lexemes[at + 1]?.number) ||
      Boolean(lexemes[at - 1]?.number) ||
      meaningOf(lexemes[at - 1], 'scale');
    if (!isBeside) return null;
    if (lexeme.text.length === 1 && !lexemes[at + 1]?.number) return null;
  }
  return { code: meaning.code, text: lexeme.text, dollarSign: meaning.dollarSign === true };
}

export function adjacentCurrency(lexemes: readonly Lexeme[], first: number, last: number) {
  for (let at = last + 1; at <= last + 3 && at < lexemes.length; at++) {
    const found = currencyAt(lexemes, at);
    if (found && !(lexemes[at + 1]?.number && lexemes[at + 1]?.glued)) return found;
    if (!meaningOf(lexemes[at], 'filler')) break;
  }
  for (let at = first - 1; at >= first - 3 && at >= 0; at--) {
    const found = currencyAt(lexemes, at);
    if (found) return found;
    if (!meaningOf(lexemes[at], 'filler')) break;
  }
  return null;
}

export const hasCurrency = (lexemes: readonly Lexeme[], code: string): boolean =>
  lexemes.some((lexeme) => meaningOf(lexeme, 'currency')?.code === code);

/** "$2 mil" is English; "2 mil dólares" is not. */
export function isEnglishDollarText(lexemes: readonly Lexeme[]): boolean {
  return (
    lexemes.some((lexeme) => /^(?:\$|us\$|usd|£|gbp|dollars?|pounds?|bucks)$/i.test(lexeme.text)) &&
    !lexemes.some((lexeme) => /^(?:de|por|al|mes|mês|entre|hasta|até|y|e)$/iu.test(lexeme.text))
  );
}
