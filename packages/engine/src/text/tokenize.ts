// Splits a text into folded words and keeps their positions, so that a reason can quote the lead's own words. Avoids
// regular expressions for speed, because it runs on every message and answer.

export interface Tokens {
  /** The text as written. */
  readonly raw: string;
  /** Lower-case words without accents: `Müller-Straße` gives `muller`, `strasse`. */
  readonly words: readonly string[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Separates texts from different fields. It counts as a word, so that no phrase can span two of them. */
export const TEXT_BREAK = '\u001e';
const TEXT_BREAK_CODE = TEXT_BREAK.charCodeAt(0);

const isAsciiLetterOrDigit = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);

/** Spaces, punctuation and symbols outside ASCII; everything else above ASCII is a letter. */
const isUnicodeBreak = (code: number): boolean =>
  code <= 0xbf
    ? code !== 0xaa && code !== 0xb5 && code !== 0xba && code !== 0xad
    : (code >= 0x2000 && code <= 0x200a) ||
      (code >= 0x2010 && code <= 0x205f) ||
      (code >= 0x20a0 && code <= 0x20cf) ||
      (code >= 0x2190 && code <= 0x2bff) ||
      (code >= 0x3000 && code <= 0x303f) ||
      (code >= 0xfe0e && code <= 0xfe0f) ||
      (code >= 0xff00 && code <= 0xff0f) ||
      (code >= 0xff1a && code <= 0xff20) ||
      code === 0xd7 ||
      code === 0x61f ||
      code === 0x60c ||
      code === 0x964;

/** Chinese characters and kana are written without spaces, so each counts as a word. */
const isIdeograph = (code: number): boolean =>
  (code >= 0x3040 && code <= 0x30ff) || (code >= 0x3400 && code <= 0x9fff);

/** `don't`, `we're`, `it's`: the part after the apostrophe belongs to the word; `l'offre` is two words. */
const ENGLISH_ENDINGS = new Set(['t', 's', 're', 've', 'll', 'm', 'd']);

// Zero-width characters hide words from filters ("vi\u200bagra"); soft hyphens come from copied text.
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;
const MARKS = /\p{M}+/gu;

export function foldWord(word: string): string {
  let folded = '';
  for (let i = 0; i < word.length; i++) {
    const letter = LATIN[word.charCodeAt(i)];
    if (letter === undefined) return foldUnicode(word);
    folded += letter;
  }
  return folded;
}

const foldUnicode = (word: string): string =>
  word
    .replace(INVISIBLE, '')
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o');

/** The folded form of every letter up to Latin Extended-A, which covers European languages. */
const LATIN: readonly string[] = Array.from({ length: 0x180 }, (_, code) =>
  foldUnicode(String.fromCharCode(code)),
);

export function tokenize(raw: string): Tokens {
  const words: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  // Lower-case the whole text once for ASCII words; other words are folded separately.
  const lower = raw.toLowerCase();
  const isSameLength = lower.length === raw.length;
  const length = raw.length;
  let i = 0;
  while (i < length) {
    const code = raw.charCodeAt(i);
    if (code === TEXT_BREAK_CODE || (code > 127 && isIdeograph(code))) {
      words.push(raw[i] as string);
      starts.push(i);
      ends.push(i + 1);
      i++;
      continue;
    }
    if (isBreak(code)) {
      i++;
      continue;
    }
    const start = i;
    let codes = code;
    for (i++; i < length; i++) {
      const next = raw.charCodeAt(i);
      if (isBreak(next) || (next > 127 && isIdeograph(next))) break;
      codes |= next;
    }
    let word = codes < 128 && isSameLength ? lower.slice(start, i) : foldWord(raw.slice(start, i));
    if (isApostrophe(raw.charCodeAt(i))) {
      const end = endOfWord(raw, i + 1);
      const ending = raw.slice(i + 1, end).toLowerCase();
      if (ENGLISH_ENDINGS.has(ending)) {
        word += ending;
        i = end;
      }
    }
    if (word === '') continue;
    words.push(word);
    starts.push(start);
    ends.push(i);
  }
  return { raw, words, starts, ends };
}

const isBreak = (code: number): boolean => (code > 127 ? isUnicodeBreak(code) : !isAsciiLetterOrDigit(code));

function endOfWord(raw: string, from: number): number {
  let i = from;
  while (i < raw.length && !isBreak(raw.charCodeAt(i))) i++;
  return i;
}

function isApostrophe(code: number): boolean {
  return code === 0x27 || code === 0x2019;
}

const MAX_QUOTE_LENGTH = 80;

/** The original text from one token to another, for quoting. */
export function quote({ raw, starts, ends }: Tokens, first: number, last: number): string {
  const text = raw.slice(starts[first], ends[last]);
  const line = first === last ? text : oneLine(text);
  return line.length > MAX_QUOTE_LENGTH ? `${line.slice(0, MAX_QUOTE_LENGTH - 1)}…` : line;
}

const RUN_OF_SPACE = /\s\s|[\n\t\r]/;

export const oneLine = (text: string): string => (RUN_OF_SPACE.test(text) ? text.replace(/\s+/g, ' ') : text);
