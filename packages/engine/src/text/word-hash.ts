// Hashes of words, from which the features of a text are made.

/** Five letters are enough to tell words apart while ignoring most endings and typos at the end of a word. */
export const STEM_LENGTH = 5;

export function hashText(seed: number, text: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash ^ (hash >>> 15);
}

/** Never 0. All digits are treated alike ("40pt" and "12pt" are the same), but a year is kept apart from a quantity. */
export function hashStem(word: string): number {
  const first = word.charCodeAt(0);
  if (first >= 48 && first <= 57) return hashNumber(word);
  const start = first >= 0x600 && first <= 0x6ff ? skipArabicPrefix(word) : 0;
  let hash = 0x811c9dc5;
  const end = Math.min(word.length, start + STEM_LENGTH);
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) | 1;
}

function hashNumber(word: string): number {
  let digits = 0;
  let hash = 0x2166;
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    if (code >= 48 && code <= 57) digits++;
    else hash = Math.imul(hash ^ code, 0x01000193);
  }
  const isYear = digits === 4 && word.length === 4 && (word.startsWith('20') || word.startsWith('19'));
  const size = isYear ? 9 : Math.min(digits, 5);
  hash = Math.imul(hash ^ size, 0x01000193);
  return (hash ^ (hash >>> 15)) | 1;
}

/** In Arabic, the article and one-letter words are prefixes of the next word: والشركة is "and the company". */
function skipArabicPrefix(word: string): number {
  let at = 0;
  if (word.length > 4 && (word[0] === 'و' || word[0] === 'ف')) at = 1;
  if (word.length > at + 4 && word[at] === 'ا' && word[at + 1] === 'ل') return at + 2;
  if (word.length > at + 4 && word[at] === 'ل' && word[at + 1] === 'ل') return at + 2;
  if (word.length > at + 5 && word[at] === 'ب' && word[at + 1] === 'ا' && word[at + 2] === 'ل') return at + 3;
  return at;
}
