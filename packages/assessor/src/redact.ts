// What may leave this machine of a message: what it wants, without addresses, links, phone numbers, and names where they
// can be told: capitalised words that the corpus does not know.

import { hasCommonWord } from './common-words.ts';
import { hideWriter } from './hide-writer.ts';
import { loadModel } from './model-file.ts';

export interface Redactor {
  readonly redact: (message: string) => string;
  /** Whether a text of ours may leave as it is: it quotes nobody and names no address or number. */
  readonly isHarmless: (text: string) => boolean;
}

const MAX_TEXT_LENGTH = 4_000;
/** Any word with a dot and an ending behind it. */
const ADDRESS =
  /[^\s@]{1,64}@[^\s@]{1,255}|\b[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,3}\.\p{L}{2,24}\b\S*/gu;
const ISO_DATE = /\b(\d{4})-(\d\d)-(\d\d)\b/g;
/** Nine digits in a row, or seven however they are parted: a price has fewer, or parts of three. */
const PHONE = /\+?\p{Nd}(?:[ ()/.\p{Pd}]{1,3}\p{Nd}{1,5}){2,8}|\+?\p{Nd}{9,20}/gu;
const MIN_DIGITS = 7;
const GROUPED = /^\p{Nd}{1,3}(?:[ .]\p{Nd}{3})+$/u;

export function makeRedactor(): Redactor {
  const { commonWords } = loadModel();
  return {
    redact: (message) =>
      hideNumbers(
        hideWriter(message.slice(0, MAX_TEXT_LENGTH).replace(ADDRESS, ' address '), (word) =>
          hasCommonWord(commonWords, word),
        ),
      ),
    isHarmless: (text) => !/[“”]/.test(text) && text.search(ADDRESS) < 0 && hideNumbers(text) === text,
  };
}

const hideNumbers = (text: string): string =>
  text
    .replace(ISO_DATE, '$1\u2060-\u2060$2\u2060-\u2060$3')
    .replace(PHONE, (number) => {
      const digits = number.match(/\p{Nd}/gu)?.length ?? 0;
      return digits < MIN_DIGITS || GROUPED.test(number) ? number : 'a number';
    })
    .replaceAll('\u2060', '');
