// Redacts a message before it is sent to an LLM: removes email addresses, links, phone numbers and likely names
// (capitalised words that don't occur in the corpus).

import { hasCommonWord } from './common-words.ts';
import { loadHeads } from './heads-file.ts';
import { hideWriter } from './hide-writer.ts';

export interface Redactor {
  readonly redact: (message: string) => string;
  /** Whether generated text can be sent unchanged because it contains no quotes, addresses or phone numbers. */
  readonly isHarmless: (text: string) => boolean;
}

const MAX_TEXT_LENGTH = 4_000;
/** Email addresses, and anything that looks like a domain. */
const ADDRESS =
  /[^\s@]{1,64}@[^\s@]{1,255}|\b[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,3}\.\p{L}{2,24}\b\S*/gu;
const ISO_DATE = /\b(\d{4})-(\d\d)-(\d\d)\b/g;
/** Nine digits in a row, or seven in groups. Prices are shorter or use groups of three (see GROUPED). */
const PHONE = /\+?\p{Nd}(?:[ ()/.\p{Pd}]{1,3}\p{Nd}{1,5}){2,8}|\+?\p{Nd}{9,20}/gu;
const MIN_DIGITS = 7;
const GROUPED = /^\p{Nd}{1,3}(?:[ .]\p{Nd}{3})+$/u;

export function makeRedactor(): Redactor {
  const { commonWords } = loadHeads();
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
