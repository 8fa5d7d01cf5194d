// Remembers the words of recent texts. People use the same few thousand words, so for most words of a text everything
// is already known.

import { HIDDEN, Word } from './word.ts';

/** V8 copies slices of up to 12 characters. A longer one would keep the whole text it comes from in memory. */
const MAX_LENGTH = 12;
/** Each spelling has one place, where the next spelling with the same place replaces it: a stream of invented words
 * cannot exhaust memory. With the 41,500 different words of the judged leads, three in four words are remembered; with
 * half as many places, two in three. */
const PLACES = 16_384;
const words: Word[] = new Array(PLACES).fill(HIDDEN);

export const HASH_START = 0x811c9dc5;
/** Upper and lower case of an ASCII letter have the same hash. */
export const addToHash = (hash: number, code: number): number => Math.imul(hash ^ (code | 0x20), 0x01000193);

/** The word at this position as folded by `fold`, which must ignore the case of ASCII letters; `hash` is that of its
 * characters. */
export function recallWord(
  text: string,
  start: number,
  end: number,
  hash: number,
  fold: (spelling: string) => string,
): Word {
  if (end - start > MAX_LENGTH) return new Word(fold(text.slice(start, end)));
  const place = (hash ^ (hash >>> 15)) & (PLACES - 1);
  const known = words[place] as Word;
  if (isSpelled(known.spelling, text, start, end)) return known;
  const spelling = text.slice(start, end);
  const folded = fold(spelling);
  if (folded.length > MAX_LENGTH) return new Word(folded);
  // Mostly the word itself, which spares a second string.
  const word = new Word(folded, isSpelled(folded, text, start, end) ? folded : spelling);
  words[place] = word;
  return word;
}

/** Words know which phrases they belong to, so they are forgotten when there are new phrases. */
export function forgetWords(): void {
  words.fill(HIDDEN);
}

/** Ignores the case of ASCII letters, as folding does. */
function isSpelled(spelling: string, text: string, start: number, end: number): boolean {
  const length = end - start;
  if (spelling.length !== length) return false;
  for (let i = 0; i < length; i++) {
    const code = spelling.charCodeAt(i);
    const difference = code ^ text.charCodeAt(start + i);
    if (difference !== 0 && (difference !== 0x20 || !isAsciiLetter(code))) return false;
  }
  return true;
}

function isAsciiLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 97 && lower <= 122;
}
