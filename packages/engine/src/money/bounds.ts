// Open ends: "at least", "up to", "10k+", and which amount they belong to.

import { meaningOf } from './numerals.ts';
import type { Lexeme } from './scan.ts';

export function readBound(
  lexemes: readonly Lexeme[],
  { first, last }: { first: number; last: number },
): 'min' | 'max' | null {
  for (let at = first - 1, skipped = 0; at >= 0 && skipped < 3; at--, skipped++) {
    const lexeme = lexemes[at] as Lexeme;
    const bound = boundOf(lexeme, 'before');
    if (bound && !isEnglishDo(lexemes, at)) return bound;
    if (!isSkippable(lexeme)) break;
  }
  for (let at = last + 1, skipped = 0; at < lexemes.length && skipped < 4; at++, skipped++) {
    const lexeme = lexemes[at] as Lexeme;
    const bound = boundOf(lexeme, 'after');
    if (bound && !belongsToNext(lexemes, at)) return bound;
    if (!isSkippable(lexeme) && !meaningOf(lexeme, 'period') && lexeme.text !== ',') break;
  }
  return null;
}

/** "5k + 500 a month" and "10k plus 20% VAT" are sums, "5k+" is open-ended, and the max in "10k, max 12k" is 12k. */
function belongsToNext(lexemes: readonly Lexeme[], at: number): boolean {
  const lexeme = lexemes[at] as Lexeme;
  const next = lexemes[at + 1];
  if (lexeme.text === '+') return !lexeme.glued || Boolean(next?.number);
  if (lexeme.text.toLowerCase() === 'plus') return next !== undefined && next.text !== ',';
  return (
    isNumberAhead(lexemes, at + 1) &&
    lexeme.meanings.some((meaning) => meaning.kind === 'bound' && meaning.place !== 'after')
  );
}

/** In Polish and Russian, "do" means "up to"; in "we'd do 3k" it does not. */
const isEnglishDo = (lexemes: readonly Lexeme[], at: number): boolean =>
  lexemes[at]?.text.toLowerCase() === 'do' &&
  /^(?:we|wed|i|id|can|could|will|would|to|ill|well)$/i.test(lexemes[at - 1]?.text ?? '');

export function boundOf(lexeme: Lexeme, place: 'before' | 'after'): 'min' | 'max' | null {
  for (const meaning of lexeme.meanings) {
    if (meaning.kind === 'bound' && (meaning.place === place || meaning.place === 'either'))
      return meaning.side;
  }
  return null;
}

export const isSkippable = (lexeme: Lexeme): boolean =>
  lexeme.meanings.some(
    ({ kind }) =>
      kind === 'currency' ||
      kind === 'filler' ||
      kind === 'budget' ||
      kind === 'one' ||
      kind === 'each' ||
      kind === 'total',
  );

const isNumberAhead = (lexemes: readonly Lexeme[], at: number): boolean => {
  const next = lexemes[at];
  if (next === undefined) return false;
  return next.number !== null || (isSkippable(next) && (lexemes[at + 1]?.number ?? null) !== null);
};
