// Helpers for reading answers: the meanings of a text and where they are, and whether it says yes or no.

import { YES_NO_BOOK } from '../lexicon/answers.ts';
import { findPhrases, longestPhrase, type PhraseBook } from '../text/phrases.ts';
import type { Tokens } from '../text/tokenize.ts';

/** The meanings of a text, each with the index of its first phrase. */
export function firstPlaces<Value extends string>(
  book: PhraseBook<Value>,
  tokens: Tokens,
): Map<Value, number> {
  const found = new Map<Value, number>();
  for (const { meaning, first } of findPhrases(book, tokens))
    if (!found.has(meaning)) found.set(meaning, first);
  return found;
}

/** Whether a text begins with a yes or a no. */
export const yesOrNo = ({ words }: Tokens): 'yes' | 'no' | null =>
  longestPhrase(YES_NO_BOOK, words, 0)?.meanings[0] ?? null;
