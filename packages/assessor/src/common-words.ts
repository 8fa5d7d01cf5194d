// A Bloom filter of ordinary words. It is always 64 kB and has about 1% false positives, which is accurate enough to
// tell names from ordinary words.

import { hashText } from './hash-text.ts';

export const COMMON_WORD_BYTES = 1 << 16;

const SEEDS = [0x811c9dc5, 0x1b873593];

const bitOf = (word: string, seed: number): number => hashText(word, seed) & (COMMON_WORD_BYTES * 8 - 1);

export function makeCommonWords(words: Iterable<string>): Uint8Array {
  const bits = new Uint8Array(COMMON_WORD_BYTES);
  for (const word of words) {
    for (const seed of SEEDS) {
      const bit = bitOf(word, seed);
      bits[bit >> 3] = (bits[bit >> 3] as number) | (1 << (bit & 7));
    }
  }
  return bits;
}

export const hasCommonWord = (bits: Uint8Array, word: string): boolean =>
  SEEDS.every((seed) => {
    const bit = bitOf(word, seed);
    return ((bits[bit >> 3] as number) & (1 << (bit & 7))) !== 0;
  });
