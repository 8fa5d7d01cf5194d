// Finds lexemes in a budget text by their meaning.

import type { Meaning } from './meaning.ts';
import { meaningOf } from './numerals.ts';
import type { Lexeme } from './scan.ts';

export function hasMeaning(
  lexemes: readonly Lexeme[],
  from: number,
  to: number,
  kind: Meaning['kind'],
): boolean {
  for (let at = from; at < to; at++) if (meaningOf(lexemes[at], kind)) return true;
  return false;
}

/** The first lexeme of a kind after a position and before the next number. */
export function findAfter(
  lexemes: readonly Lexeme[],
  last: number,
  within: number,
  kind: Meaning['kind'],
): Lexeme | null {
  for (let at = last + 1; at <= last + within; at++) {
    const lexeme = lexemes[at];
    if (lexeme === undefined || lexeme.number !== null) return null;
    if (meaningOf(lexeme, kind)) return lexeme;
  }
  return null;
}
