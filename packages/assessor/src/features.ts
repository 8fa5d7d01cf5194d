// What the heads are shown of a message: its n-grams, a few plain signs, and, from embedding.ts, its meaning.

import { MESSAGE_MEANINGS, readPlainMessage } from '@leadline/engine';
import { hasCommonWord } from './common-words.ts';
import { expandShortForms, hideWriter } from './hide-writer.ts';
import { hashNgrams, splitWords } from './ngrams.ts';

export interface Features {
  /** The message without what must not count, for the embedding. */
  readonly text: string;
  readonly ngrams: Int32Array;
  readonly signs: Float32Array;
  /** Words with a letter, and the share of them that the corpus knows. */
  readonly words: number;
  readonly familiarity: number;
}

const PLAIN_SIGNS = [
  'length',
  'few words',
  'figures',
  'links',
  'gibberish',
  'question mark',
  'at sign',
  'shouted',
  'money',
  'lines',
  'unfamiliar',
];
/** In the order of readSigns. */
export const SIGN_NAMES: readonly string[] = [...MESSAGE_MEANINGS, ...PLAIN_SIGNS];
export const SIGNS = SIGN_NAMES.length;

/** What a reader would read before deciding. */
const LONGEST_TEXT = 3_000;

export function readFeatures(whole: string, commonWords: Uint8Array): Features {
  // Some single characters are eighteen in plain ones: cut before and after.
  const message = whole.slice(0, LONGEST_TEXT).normalize('NFKC').slice(0, LONGEST_TEXT);
  const text = hideWriter(message, (word) => hasCommonWord(commonWords, word));
  const words = splitWords(text);
  const letters = words.filter(hasLetters);
  const familiar = letters.filter((word) => hasCommonWord(commonWords, word)).length;
  const familiarity = letters.length === 0 ? 0 : familiar / letters.length;
  return {
    text,
    ngrams: hashNgrams(words),
    signs: readSigns(message, familiarity),
    words: letters.length,
    familiarity,
  };
}

/** Of what splitWords gives, figures and signs are none. */
const hasLetters = (word: string): boolean => word > '9' && !'€£₹'.includes(word);

function readSigns(message: string, familiarity: number): Float32Array {
  const { said, words, figures, links, isGibberish } = readPlainMessage(expandShortForms(message));
  const isShouted = message === message.toUpperCase() && message.replace(/\P{L}/gu, '').length > 5;
  return Float32Array.of(
    ...MESSAGE_MEANINGS.map((meaning) => Math.min(2, said.get(meaning)?.times ?? 0)),
    Math.log1p(words) / 3,
    words < 3 ? 1 : 0,
    Math.min(3, figures) / 3,
    Math.min(2, links),
    isGibberish ? 1 : 0,
    message.includes('?') ? 1 : 0,
    message.includes('@') ? 1 : 0,
    isShouted ? 1 : 0,
    /[$€£₹]/.test(message) ? 1 : 0,
    message.includes('\n') ? 1 : 0,
    1 - familiarity,
  );
}
