// Measures what share of a text's words occur in the corpus. It is low for languages the model doesn't support.

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
