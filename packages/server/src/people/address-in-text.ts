// Whether an address stands in a text, by itself and not as a part of another: ana@acme.com is neither in
// joana@acme.com nor in ana@acme.com.br. It is looked for as it is, because what an address may hold cannot be told from
// what stands around it: pat.o'brien@acme.com, 'ana@acme.com'.

import { foldEmail } from '../leads/contact.ts';

/** As much of an address as is compared. */
const MAX_FOLDED_LENGTH = foldEmail('x'.repeat(1_000)).length;

/** Folded. */
export function hasAddress(text: string, address: string): boolean {
  if (foldEmail(text) === address) return true;
  if (!text.includes('@')) return false;
  const folded = text.toLowerCase().replace(/\s?@\s?/g, '@');
  for (let at = folded.indexOf(address); at >= 0; at = folded.indexOf(address, at + 1)) {
    const [before, after] = [folded.slice(Math.max(0, at - 3), at), folded.slice(at + address.length)];
    // What was cut when it was folded goes on.
    const isEnd = address.length === MAX_FOLDED_LENGTH || !CONTINUES.test(after.slice(0, 80));
    if (isEnd && (!BELONGS.test(before) || isWrapped(before, after))) return true;
  }
  return false;
}

/** Languages that put no blanks between words: their letters are not those of an address. */
const UNSPACED = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}';
const LETTER = `(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])`;

/** What an address may hold besides, but for what ends one in a URL, in a form or in brackets. An apostrophe is a quotation
 * mark where no letter precedes it. */
const BELONGS = new RegExp(`(?:${LETTER}|[.!#$%*+^_\`~-]|(?:${LETTER}|[._+-])')$`, 'u');

/** `.br`, but not the end of a sentence. And what is still encoded is decided once it is not. */
const CONTINUES = new RegExp(`^(?:\\.?|[-_]+)${LETTER}|^%[\\da-f]{2}`, 'u');

/** `*ana@acme.com*`, and `u'ana@acme.com'` as Python writes it. */
const isWrapped = (before: string, after: string): boolean =>
  (/[*_`~]$/.test(before) || /(?:^|[\s,:=([{])[bfru]'$/.test(before)) && before.at(-1) === after[0];
