// Splits a text into folded words. Avoids regular expressions for speed, because it runs on every message and answer.

import { addToHash, HASH_START, recallWord } from './vocabulary.ts';
import type { Word } from './word.ts';

export interface Tokens {
  /** The text as written. */
  readonly raw: string;
  /** Lower-case words without accents: `Müller-Straße` gives `muller`, `strasse`. */
  readonly words: readonly string[];
  /** The same words with all that is known about them. Not part of a score's output. */
  readonly known: readonly Word[];
}

/** With the position of each word in the text. */
export interface PlacedTokens extends Tokens {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Separates texts from different fields. It counts as a word, so that no phrase can span two of them. */
export const TEXT_BREAK = '\u001e';
const TEXT_BREAK_CODE = TEXT_BREAK.charCodeAt(0);

const IS_ASCII_BREAK = Uint8Array.from({ length: 128 }, (_, code) =>
  /[a-z\d]/i.test(String.fromCharCode(code)) ? 0 : 1,
);

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
  code >= 0x3040 && (code <= 0x30ff || (code >= 0x3400 && code <= 0x9fff));

/** `don't`, `we're`, `it's`: the part after the apostrophe belongs to the word; `l'offre` is two words. */
const ENGLISH_ENDINGS = new Set(['t', 's', 're', 've', 'll', 'm', 'd']);
const MAX_ENDING_LENGTH = 2;

// Zero-width characters hide words from filters ("vi\u200bagra"); soft hyphens come from copied text.
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;
const MARKS = /\p{M}+/gu;

export function foldWord(word: string): string {
  return isAscii(word) ? word.toLowerCase() : foldLatin(word);
}

function isAscii(word: string): boolean {
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) > 127) return false;
  return true;
}

function foldLatin(word: string): string {
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

class TokenizedText implements Tokens {
  readonly raw: string;
  readonly words: readonly string[];
  readonly #known: readonly Word[];

  constructor(raw: string, known: readonly Word[]) {
    this.raw = raw;
    this.words = known.map(({ text }) => text);
    this.#known = known;
  }

  get known(): readonly Word[] {
    return this.#known;
  }
}

export const tokenize = (raw: string): Tokens => new TokenizedText(raw, collectWords(raw, null, null));

export function tokenizeWithPlaces(raw: string): PlacedTokens {
  const starts: number[] = [];
  const ends: number[] = [];
  const known = collectWords(raw, starts, ends);
  return { raw, words: known.map(({ text }) => text), known, starts, ends };
}

function collectWords(raw: string, starts: number[] | null, ends: number[] | null): Word[] {
  const words: Word[] = [];
  const length = raw.length;
  let i = 0;
  while (i < length) {
    const start = i;
    const code = raw.charCodeAt(i++);
    if (code !== TEXT_BREAK_CODE && isBreak(code)) continue;
    let hash = addToHash(HASH_START, code);
    if (code !== TEXT_BREAK_CODE && !isIdeograph(code)) {
      for (; i < length; i++) {
        const next = raw.charCodeAt(i);
        if (isBreak(next) || isIdeograph(next)) break;
        hash = addToHash(hash, next);
      }
      if (i < length && isApostrophe(raw.charCodeAt(i))) {
        const end = endOfEnglishEnding(raw, i + 1);
        for (; i < end; i++) hash = addToHash(hash, raw.charCodeAt(i));
      }
    }
    const word = recallWord(raw, start, i, hash, foldSpelling);
    if (word.text === '') continue;
    words.push(word);
    starts?.push(start);
    ends?.push(i);
  }
  return words;
}

const APOSTROPHE = /['’]/;

/** A word may have an English ending after an apostrophe. */
function foldSpelling(spelling: string): string {
  const first = spelling.charCodeAt(0);
  if (first === TEXT_BREAK_CODE || isIdeograph(first)) return spelling;
  const apostrophe = spelling.search(APOSTROPHE);
  if (apostrophe < 0) return foldWord(spelling);
  return foldWord(spelling.slice(0, apostrophe)) + spelling.slice(apostrophe + 1).toLowerCase();
}

const isBreak = (code: number): boolean => (code > 127 ? isUnicodeBreak(code) : IS_ASCII_BREAK[code] === 1);

/** -1 if the word after the apostrophe is not an ending. */
function endOfEnglishEnding(raw: string, from: number): number {
  const end = endOfWord(raw, from);
  return end - from <= MAX_ENDING_LENGTH && ENGLISH_ENDINGS.has(raw.slice(from, end).toLowerCase())
    ? end
    : -1;
}

function endOfWord(raw: string, from: number): number {
  let i = from;
  while (i < raw.length && !isBreak(raw.charCodeAt(i))) i++;
  return i;
}

function isApostrophe(code: number): boolean {
  return code === 0x27 || code === 0x2019;
}

const RUN_OF_SPACE = /\s\s|[\n\t\r]/;

export const oneLine = (text: string): string => (RUN_OF_SPACE.test(text) ? text.replace(/\s+/g, ' ') : text);
