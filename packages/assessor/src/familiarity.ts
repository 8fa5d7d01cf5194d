// How much of a text is made of words that the corpus knows: what is written in another language is not judged.

import { foldWord } from '@leadline/engine';
import { hasCommonWord } from './common-words.ts';

const MAX_LENGTH = 3_000;
const MAX_WORDS = 300;

export function measureFamiliarity(text: string, commonWords: Uint8Array): number {
  const words =
    foldWord(text.slice(0, MAX_LENGTH))
      .match(/[\p{L}]+/gu)
      ?.slice(0, MAX_WORDS) ?? [];
  if (words.length === 0) return 0;
  return words.filter((word) => hasCommonWord(commonWords, word)).length / words.length;
}
