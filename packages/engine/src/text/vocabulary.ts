// Remembers the words of recent texts. People use the same few thousand words, so most words of a text cost a look
// instead of a new string, and lookups by word are faster because the string's hash is already known.

/** V8 copies slices of up to 12 characters. A longer one would keep the whole text it comes from in memory. */
const MAX_LENGTH = 12;
/** Each spelling has one place, where the next spelling with the same place replaces it: a stream of invented words
 * cannot exhaust memory. */
const PLACES = 8_192;
const spellings: string[] = new Array(PLACES).fill('');
const words: string[] = new Array(PLACES).fill('');

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
  fold: (word: string) => string,
): string {
  if (end - start > MAX_LENGTH) return fold(text.slice(start, end));
  const place = (hash ^ (hash >>> 15)) & (PLACES - 1);
  if (isSpelled(spellings[place] as string, text, start, end)) return words[place] as string;
  const spelling = text.slice(start, end);
  const word = fold(spelling);
  if (word.length > MAX_LENGTH) return word;
  spellings[place] = spelling;
  words[place] = word;
  return word;
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
