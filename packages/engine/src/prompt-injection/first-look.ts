// A cheap first pass over the characters. It clears nearly every message, since few contain any of the words or
// oddities that every injection needs.

import { STEM_LENGTH, TELLTALE_STEMS, TELLTALES } from '../lexicon/injection-phrases.ts';
import { foldWord } from '../text/tokenize.ts';
import { rot13 } from './rot13.ts';

export const NOTHING = 0;
const HAS_WORDS = 1;
const HAS_MARKUP = 2;
export const HAS_ODD_LETTERS = 4;
const HAS_LONG_CODE = 8;
export const HAS_ESCAPES = 16;
export const HAS_LEET = 32;
export const HAS_SPREAD = 64;
export const HAS_ROT13 = 128;
export const HAS_REVERSED = 256;
export const MAY_HIDE = HAS_MARKUP | HAS_ODD_LETTERS | HAS_LONG_CODE | HAS_ESCAPES | HAS_SPREAD;
export const MAY_BE_DISGUISED =
  HAS_ODD_LETTERS | HAS_ESCAPES | HAS_LEET | HAS_SPREAD | HAS_ROT13 | HAS_REVERSED;

/** Suspicious words by hash, with their weight and flags for words written backwards or in ROT13. */
const SLOTS = 8192;
const slotHashes = new Int32Array(SLOTS);
const slotSigns = new Uint8Array(SLOTS);
const SIGN_WEIGHT = 0x0f;
const SIGN_ROT13 = 0x10;
const SIGN_REVERSED = 0x20;
const ENOUGH_TELLTALES = 2;

const HASH_START = 0x811c9dc5;
const hashStep = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193);

function hashWord(word: string): number {
  let hash = HASH_START;
  for (let i = 0; i < word.length; i++) hash = hashStep(hash, word.charCodeAt(i));
  return hash;
}

function findSlot(hash: number): number {
  let slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
  while (slotHashes[slot] !== 0 && slotHashes[slot] !== hash) slot = (slot + 1) & (SLOTS - 1);
  return slot;
}

function addTelltale(word: string, sign: number): void {
  const hash = hashWord(word);
  const slot = findSlot(hash);
  slotHashes[slot] = hash;
  const known = slotSigns[slot] as number;
  slotSigns[slot] =
    (known & ~SIGN_WEIGHT) | (sign & ~SIGN_WEIGHT) | Math.max(known & SIGN_WEIGHT, sign & SIGN_WEIGHT);
}

for (const [weight, words] of TELLTALES) {
  for (const word of words) {
    const folded = foldWord(word);
    // This pass does not fold words, so each is added with and without accents.
    addTelltale(word, weight);
    addTelltale(folded, weight);
    if (weight < 2 || !/^[a-z]{5,}$/.test(folded)) continue;
    addTelltale(rot13(folded), SIGN_ROT13);
    addTelltale([...folded].reverse().join(''), SIGN_REVERSED);
  }
}
/** Distinguishes the hash of a stem from that of a whole word. */
const STEM_SALT = 0x2a;
for (const stem of TELLTALE_STEMS) addTelltale(`${stem}${String.fromCharCode(STEM_SALT)}`, 2);

const BREAK = 0;
const LETTER = 1;
const DIGIT = 2;
const IDEOGRAPH = 3;
const INVISIBLE_SIGN = 4;
/** A break that may begin markup or an escape sequence. */
const MARK = 5;

const ASCII_KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  if (isAsciiLetter(code)) return LETTER;
  if (code >= 48 && code <= 57) return DIGIT;
  return '<%&\\'.includes(String.fromCharCode(code)) ? MARK : BREAK;
});

function kindOf(code: number): number {
  if (code < 0x80) return ASCII_KINDS[code] as number;
  if (isInvisible(code)) return INVISIBLE_SIGN;
  if (code < 0xc0 || code === 0xd7 || code === 0xf7) return BREAK;
  if (code < 0x2000) return LETTER;
  if (code < 0x3040) return isOddLetter(code) ? LETTER : BREAK;
  if (code < 0xa000) return IDEOGRAPH;
  // Characters outside the Basic Multilingual Plane begin with a surrogate.
  if (code >= 0xd800 && code < 0xe000) return MARK;
  return code >= 0xff00 && !isOddLetter(code) ? BREAK : LETTER;
}

function isAsciiLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 97 && lower <= 122;
}

function isHexDigit(code: number): boolean {
  const lower = code | 0x20;
  return (code >= 48 && code <= 57) || (lower >= 97 && lower <= 102);
}

const isInvisible = (code: number): boolean =>
  code === 0xad ||
  code === 0x34f ||
  code === 0x180e ||
  (code >= 0x200b && code <= 0x200f) ||
  (code >= 0x202a && code <= 0x202e) ||
  (code >= 0x2060 && code <= 0x2064) ||
  (code >= 0xfe00 && code <= 0xfe0f) ||
  code === 0xfeff;

/** Full-width letters, circled letters, small capitals. */
const isOddLetter = (code: number): boolean =>
  (code >= 0xff21 && code <= 0xff5a && (code <= 0xff3a || code >= 0xff41)) ||
  (code >= 0x24b6 && code <= 0x24e9) ||
  (code >= 0x250 && code <= 0x2af) ||
  (code >= 0x1d00 && code <= 0x1d7f);

/** Greek and Cyrillic, where many letters look like Latin ones. */
const isLookAlikeScript = (code: number): boolean => code >= 0x370 && code <= 0x52f;

/** Lower-cases Western European and Russian capitals. */
const lowerCode = (code: number): number =>
  (code >= 0xc0 && code <= 0xde) || (code >= 0x410 && code <= 0x42f) ? code + 32 : code;

const MIN_CODE_LENGTH = 20;
export const MIN_SPREAD = 6;
const MIN_HEX_PAIRS = 8;

export function lookAt(message: string): number {
  const end = message.length;
  let look = NOTHING;
  let telltales = 0;
  let rot13Words = 0;
  let reversedWords = 0;
  let leetWords = 0;
  let singles = 0;
  let hexPairs = 0;
  for (let i = 0; i < end; ) {
    const start = i;
    let hash = HASH_START;
    let stem = 0;
    let length = 0;
    let digits = 0;
    let capitals = 0;
    let hasLatin = false;
    let hasLookAlike = false;
    let isLeet = false;
    let kind = BREAK;
    for (; i < end; i++) {
      const code = message.charCodeAt(i);
      kind = code < 0x80 ? (ASCII_KINDS[code] as number) : kindOf(code);
      if (kind === LETTER) {
        if (code < 0x80) {
          hash = hashStep(hash, code | 0x20);
          hasLatin = true;
          if (code < 97) capitals++;
          // "pr3v1ous", but neither "40x30" nor "m2".
          if (digits > 0 && length > digits && message.charCodeAt(i - 1) <= 57) isLeet = true;
        } else {
          hash = hashStep(hash, lowerCode(code));
          if (isLookAlikeScript(code)) hasLookAlike = true;
          else if (isOddLetter(code)) look |= HAS_ODD_LETTERS;
        }
        if (++length === STEM_LENGTH) stem = hash;
      } else if (kind === DIGIT) {
        hash = hashStep(hash, code);
        digits++;
        length++;
      } else if (kind === INVISIBLE_SIGN) look |= lookAtInvisible(message, i);
      else break;
    }
    if (length > 0) {
      const sign = signOf(hash);
      telltales += sign & SIGN_WEIGHT;
      if (sign > SIGN_WEIGHT) {
        if ((sign & SIGN_ROT13) !== 0) rot13Words++;
        if ((sign & SIGN_REVERSED) !== 0) reversedWords++;
      } else if (sign === 0 && length > STEM_LENGTH)
        telltales += signOf(hashStep(stem, STEM_SALT)) & SIGN_WEIGHT;
      if (isLeet) leetWords++;
      if (hasLatin && hasLookAlike) look |= HAS_ODD_LETTERS;
      if (length === 1) {
        if (hasLatin && ++singles === MIN_SPREAD) look |= HAS_SPREAD;
      } else {
        singles = 0;
        if (length === 2) {
          if (capitals === 2 && namesAi(message, start)) telltales += 2;
          const isHex = isHexDigit(message.charCodeAt(start)) && isHexDigit(message.charCodeAt(start + 1));
          hexPairs = isHex ? hexPairs + 1 : 0;
          if (hexPairs === MIN_HEX_PAIRS) look |= HAS_LONG_CODE;
        } else {
          hexPairs = 0;
          if (length >= MIN_CODE_LENGTH && (digits > 0 || capitals > 1)) look |= HAS_LONG_CODE;
        }
      }
    }
    if (i === end) break;
    if (kind === IDEOGRAPH) telltales += signOf(hashStep(HASH_START, message.charCodeAt(i))) & SIGN_WEIGHT;
    else if (kind === MARK) look |= lookAtMark(message, i);
    i++;
  }
  if (telltales >= ENOUGH_TELLTALES) look |= HAS_WORDS;
  if (rot13Words > 1) look |= HAS_ROT13;
  if (reversedWords > 1) look |= HAS_REVERSED;
  if (leetWords > 1) look |= HAS_LEET;
  return look;
}

function signOf(hash: number): number {
  const slot = findSlot(hash);
  return slotHashes[slot] === hash ? (slotSigns[slot] as number) : 0;
}

/** AI, KI, IA. */
function namesAi(message: string, at: number): boolean {
  const first = message[at];
  const second = message[at + 1];
  return (second === 'I' && (first === 'A' || first === 'K')) || (first === 'I' && second === 'A');
}

/** Invisible characters are suspicious next to a Latin letter or in a row, but fine in Persian words and emoji. */
function lookAtInvisible(message: string, at: number): number {
  const before = message.charCodeAt(at - 1);
  const behind = message.charCodeAt(at + 1);
  return isAsciiLetter(before) || isAsciiLetter(behind) || isInvisible(behind) ? HAS_ODD_LETTERS : NOTHING;
}

function lookAtMark(message: string, at: number): number {
  const code = message.charCodeAt(at);
  const next = message.charCodeAt(at + 1);
  switch (code) {
    case 0x3c:
      return isAsciiLetter(next) || '!/|<'.includes(message[at + 1] ?? ' ') ? HAS_MARKUP : NOTHING;
    case 0x25:
      return isHexDigit(next) && isHexDigit(message.charCodeAt(at + 2)) ? HAS_ESCAPES : NOTHING;
    case 0x26:
      return next === 0x23 ? HAS_ESCAPES : NOTHING;
    case 0x5c:
      return next === 0x78 || next === 0x75 ? HAS_ESCAPES : NOTHING;
    default:
      // Tag characters, mathematical letters and squared letters, but not other emoji.
      return code === 0xdb40 || code === 0xd835 || (code === 0xd83c && next >= 0xdd30 && next < 0xdd90)
        ? HAS_ODD_LETTERS
        : NOTHING;
  }
}
