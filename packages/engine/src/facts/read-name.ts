// Checks whether a name is plausible. Rejects only what can't be a name in any language, so that no culture's names
// score lower than another's.

import { tokenize } from '../text/tokenize.ts';

const PLACEHOLDERS = new Set(
  'test tests tester testing asdf asd asdasd qwerty qwe abc abcd xxx xyz na none null undefined unknown anonymous anonym name user admin foo bar'.split(
    ' ',
  ),
);
const ADDRESS_OR_LINK = /@|https?:|www\.|\.(?:com|net|org|ru|xyz|top)\b|[<>{}[\]\\]/i;

/** Shortcut for most names: two or more words of at least three letters that don't start like a placeholder. */
const PLAIN_NAME =
  /^(?!test|asd|qwe|abc|xxx|xyz|none|null|unde|unkn|anon|name|user|admin|foo)\p{L}{3,}(?: \p{L}{3,})+$/iu;

export function isPlausibleName(name: string): boolean {
  if (name === '' || name.length > 100 || ADDRESS_OR_LINK.test(name)) return false;
  if (PLAIN_NAME.test(name)) return true;
  const { words } = tokenize(name);
  let letters = 0;
  let digits = 0;
  for (const word of words) {
    for (let i = 0; i < word.length; i++) {
      const code = word.charCodeAt(i);
      if (code >= 48 && code <= 57) digits++;
      else letters++;
    }
  }
  if (letters === 0 || digits > 3) return false;
  return !words.every((word) => PLACEHOLDERS.has(word));
}
