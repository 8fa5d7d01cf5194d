// What all readers of answers ask: which meanings a text has and where, and whether it says yes or no.

import { YES_NO_BOOK } from '../lexicon/answers.ts';
import { findPhrases, type PhraseBook } from '../text/phrases.ts';
import type { Tokens } from '../text/tokenize.ts';

/** The meanings of a text in one book, each with the place of its first phrase. */
export function firstPlaces<Value extends string>(
  book: PhraseBook<Value>,
  tokens: Tokens,
): Map<Value, number> {
  const found = new Map<Value, number>();
  for (const { meaning, first } of findPhrases(book, tokens))
    if (!found.has(meaning)) found.set(meaning, first);
  return found;
}

export function yesOrNo(tokens: Tokens): 'yes' | 'no' | null {
  const found = firstPlaces(YES_NO_BOOK, tokens);
  const yes = found.get('yes') ?? Number.POSITIVE_INFINITY;
  const no = found.get('no') ?? Number.POSITIVE_INFINITY;
  if (Math.min(yes, no) > 0) return null;
  return yes < no ? 'yes' : 'no';
}
