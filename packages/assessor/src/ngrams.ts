// Words, pairs of words and runs of letters, hashed into a fixed number of places: what carries the languages that
// the embedding does not know, misspellings, and words it thinks little of.

import { foldWord } from '@leadline/engine';

/** A power of two, so that a hash is cut by a mask. */
export const NGRAM_PLACES = 1 << 16;

const SHORTEST = 3;
const LONGEST = 5;
const MOST_WORDS = 300;

/** Words and the signs that say as much as one; figures keep their length only. */
export const splitWords = (text: string): string[] =>
  foldWord(text)
    .replace(/\d/g, '0')
    .match(/[\p{L}]+|0+|[€$£₹?!%]/gu)
    ?.slice(0, MOST_WORDS)
    .map(foldGender) ?? [];

/** "Interesada" and "interesado", "Büro" and "Buero" are the same. Where a language has no such endings and spellings, a
 * word loses nothing that counts. */
const foldGender = (word: string): string =>
  word.length < 5 ? word : word.replace(/([aou])e(?=[^aeiou])/g, '$1').replace(/(?:a|o)(s?)$/, 'o$1');

/** Which places are set, each once, in order of first occurrence. */
export function hashNgrams(words: readonly string[]): Int32Array {
  const places = new Set<number>();
  words.forEach((word, at) => {
    places.add(placeOf(`w ${word}`));
    if (at > 0) places.add(placeOf(`p ${words[at - 1]} ${word}`));
    addLetters(places, `<${word}>`);
  });
  return Int32Array.from(places);
}

/** Runs of three to five letters; a longer one goes on from the hash of the shorter, which makes no strings. */
function addLetters(places: Set<number>, marked: string): void {
  const hashes: number[] = [];
  for (let length = 1; length <= LONGEST; length++) {
    for (let from = 0; from + length <= marked.length; from++) {
      const hash = stepHash(hashes[from] ?? SEED, marked.charCodeAt(from + length - 1));
      hashes[from] = hash;
      if (length >= SHORTEST) places.add(fold(hash) & (NGRAM_PLACES - 1));
    }
  }
}

const SEED = 0x811c9dc5;

const placeOf = (gram: string): number => hashText(gram, SEED) & (NGRAM_PLACES - 1);

/** FNV-1a, its high bits folded in. */
export function hashText(text: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < text.length; at++) hash = stepHash(hash, text.charCodeAt(at));
  return fold(hash);
}

const stepHash = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193);
const fold = (hash: number): number => (hash ^ (hash >>> 15)) >>> 0;
