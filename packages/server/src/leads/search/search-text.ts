// The text by which a lead is found, and the patterns that find it. Both are folded in the same way: lower case without
// accents, and every other letter as three capitals. The index only knows ASCII if the database has the locale C, and
// ignores fewer than three characters; this way, even one Chinese character is enough.

import { type Card, type Lead, readCard } from '@leadline/engine';

/** Of each field. Nobody searches for the end of a long message. */
const MAX_FIELD_LENGTH = 300;
const MAX_MESSAGE_LENGTH = 2_000;
const MAX_WORDS = 6;

export type SearchedFields = Pick<Lead, 'name' | 'email' | 'phone' | 'message' | 'custom_fields'>;

export interface SearchText {
  readonly text: string;
  readonly country: Card['country'];
}

/** `phone` is the normalized number, `lead.phone` the one that was sent. */
export function writeSearchText(lead: SearchedFields, phone: string): SearchText {
  const { company, title, country } = readCard(lead);
  const fields = [lead.name, company, title, lead.email, digitsOf(phone), digitsOf(lead.phone)];
  const texts = [...new Set(fields)].map((field) => field.slice(0, MAX_FIELD_LENGTH));
  return { text: ` ${fold([...texts, lead.message.slice(0, MAX_MESSAGE_LENGTH)].join(' '))} `, country };
}

const digitsOf = (phone: string): string => phone.replace(/\D/g, '');

/** All of them have to match. Empty if there is nothing to search for. */
export function toPatterns(q: string): string[] {
  const words = IS_PHONE.test(q.trim()) ? [toPartOfNumber(q)] : fold(q).split(' ');
  return [...new Set(words)]
    .filter((word) => /[A-Za-z0-9]/.test(word))
    .slice(0, MAX_WORDS)
    .map((word) => `%${word.length < MIN_PART ? ' ' : ''}${word.replace(/[\\%_]/g, '\\$&')}%`);
}

/** A pattern that matches whatever `pattern` does, with few characters, and those that are rarest in text. The index looks
 * up every three characters, so all of "u4801@example.org" would take ten times as long as "u4801@". */
export function rarestPart(pattern: string): string {
  const word = pattern.slice(1, -1);
  if (word.length <= PART_LENGTH || word.includes('\\')) return pattern;
  let best = '';
  let leastCommon = Number.POSITIVE_INFINITY;
  for (let start = 0; start + PART_LENGTH <= word.length; start++) {
    const part = word.slice(start, start + PART_LENGTH);
    let common = 0;
    for (const character of part) common += Math.max(0, BY_FREQUENCY.indexOf(character));
    if (common > leastCommon) continue;
    best = part;
    leastCommon = common;
  }
  return `%${best}%`;
}

const PART_LENGTH = 6;
/** In English, the most common last. */
const BY_FREQUENCY = 'zqxjkvbpygfwmucldrhsnioate';

/** The index has an entry for each three characters. Fewer are only found at the start of a word. */
const MIN_PART = 3;

/** Digits as people group them, but not a single number. */
const IS_PHONE = /^[+(\d][\d\s()./-]*$/;

/** Without what is only dialed within the country, or to leave it. */
const toPartOfNumber = (q: string): string => digitsOf(q).replace(/^0{1,2}(?=\d{3})/, '');

const fold = (text: string): string => (IS_FOLDED.test(text) ? text : foldAny(text)).trim();

const IS_FOLDED = /^[!-@[-~]*(?: [!-@[-~]+)*$/;

const foldAny = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^ -~]/gu, (character) => (/[\p{L}\p{N}]/u.test(character) ? inCapitals(character) : ' '))
    .replace(/ +/g, ' ');

const LETTERS = 26;

/** Some characters share their capitals; what is found by mistake is harmless. */
function inCapitals(character: string): string {
  const code = character.codePointAt(0) as number;
  const capital = (value: number): string => String.fromCharCode(65 + (value % LETTERS));
  return capital(code) + capital(Math.floor(code / LETTERS)) + capital(Math.floor(code / LETTERS ** 2));
}
