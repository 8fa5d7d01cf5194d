// Finds the number of a word's stem without making a string: a hash of its first letters into a flat
// table, verified by the letters themselves.

/** Six letters tell words apart and endings together: bestellen, bestellt, Bestellung. */
const STEM_LENGTH = 6;
/** Every number is one word to us: what matters is that there is one. */
const NUMBER_STEM = '#';

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

export const stemOf = (word: string): string =>
  isDigit(word.charCodeAt(0)) ? NUMBER_STEM : word.slice(0, STEM_LENGTH);

/** Answers the number of a word's stem, or -1. */
export type FindStem = (word: string) => number;

export function indexStems(stems: readonly string[]): FindStem {
  const size = 2 ** Math.ceil(Math.log2(stems.length * 2 + 2));
  const mask = size - 1;
  /** Stem numbers plus one by hash; 0 is empty, the next places are tried in turn. */
  const slots = new Int32Array(size);
  stems.forEach((stem, index) => {
    let slot = hashStart(stem) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = index + 1;
  });
  const numberStem = stems.indexOf(NUMBER_STEM);
  return (word) => {
    if (isDigit(word.charCodeAt(0))) return numberStem;
    for (let slot = hashStart(word) & mask; ; slot = (slot + 1) & mask) {
      const index = (slots[slot] as number) - 1;
      if (index < 0) return -1;
      const stem = stems[index] as string;
      if ((stem.length === word.length || stem.length === STEM_LENGTH) && word.startsWith(stem)) return index;
    }
  };
}

/** FNV-1a over the letters of the stem. */
function hashStart(word: string): number {
  let hash = 0x811c9dc5;
  const length = Math.min(word.length, STEM_LENGTH);
  for (let i = 0; i < length; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  return hash ^ (hash >>> 15);
}
