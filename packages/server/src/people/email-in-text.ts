// Finds an email in free text, but not as part of a longer one: ana@acme.com doesn't match joana@acme.com or
// ana@acme.com.br. Searches for the known email instead of parsing every email, because punctuation can be part of an
// email or surround it: pat.o'brien@acme.com, 'ana@acme.com'.

import { foldEmail } from '../leads/record/contact.ts';

/** `foldEmail` truncates longer emails. */
const MAX_FOLDED_LENGTH = foldEmail('x'.repeat(1_000)).length;

/** `email` must be folded. */
export function containsEmail(text: string, email: string): boolean {
  const hasAt = text.includes('@');
  if (!hasAt && email.includes('@')) return false;
  if (foldEmail(text) === email) return true;
  if (!hasAt) return false;
  const folded = text.toLowerCase().replace(/\s?@\s?/g, '@');
  for (let at = folded.indexOf(email); at >= 0; at = folded.indexOf(email, at + 1)) {
    const [before, after] = [folded.slice(Math.max(0, at - 3), at), folded.slice(at + email.length)];
    // A truncated email may continue with anything.
    const isEnd = email.length === MAX_FOLDED_LENGTH || !CONTINUES.test(after.slice(0, 80));
    if (isEnd && (!PRECEDES.test(before) || isWrapped(before, after))) return true;
  }
  return false;
}

/** Scripts written without spaces between words. Letters from these scripts next to an email are not part of it. */
const UNSPACED = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}';
const LETTER = `(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])`;

/** If the text before the match ends like this, the actual email is longer than the match. Excludes characters that
 * separate values in URLs, forms and brackets. An apostrophe is a quotation mark unless it follows a letter. */
const PRECEDES = new RegExp(`(?:${LETTER}|[.!#$%*+^_\`~-]|(?:${LETTER}|[._+-])')$`, 'u');

/** Matches `.br` but not the end of a sentence. A percent code can stand for anything, so only the decoded text can
 * match. */
const CONTINUES = new RegExp(`^(?:\\.?|[-_]+)${LETTER}|^%[\\da-f]{2}`, 'u');

/** `*ana@acme.com*` in Markdown or `u'ana@acme.com'` in Python. */
const isWrapped = (before: string, after: string): boolean =>
  (/[*_`~]$/.test(before) || /(?:^|[\s,:=([{])[bfru]'$/.test(before)) && before.at(-1) === after[0];
