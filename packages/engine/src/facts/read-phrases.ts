// Helpers for reading answers: which meanings a text contains and where, and whether it says yes or no.

import { YES_NO_BOOK } from '../lexicon/answers.ts';
import { findPhrases, longestPhrase, type PhraseBook } from '../text/phrases.ts';
import type { Tokens } from '../text/tokenize.ts';

/** The meanings found in the text, each with the index of the first phrase that expresses it. */
export function firstPlaces<Value extends string>(
  book: PhraseBook<Value>,
  tokens: Tokens,
): Map<Value, number> {
  const found = new Map<Value, number>();
  for (const { meaning, first } of findPhrases(book, tokens.known))
    if (!found.has(meaning)) found.set(meaning, first);
  return found;
}

/** Whether the text starts with a yes or a no. */
export const yesOrNo = ({ known }: Tokens): 'yes' | 'no' | null =>
  longestPhrase(YES_NO_BOOK, known, 0)?.meanings[0] ?? null;
