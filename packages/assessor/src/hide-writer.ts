// Removes everything from a message that must not affect its score (who the writer is, where they come from, their
// dialect) or has no meaning (email addresses, links, invisible characters). The model only sees the result.

import { foldWord, hideOrigins } from '@leadline/engine';

/** Whether this is an ordinary word rather than the name of a person or place. */
export type IsCommonWord = (word: string) => boolean;

const NAME = 'name';
/** Merged into one, so that a full name counts the same as a first name. */
const NAMES = /\bname(?:[ .,'-]+name)+\b/g;

const INVISIBLE = /[\p{Cf}\p{Co}\p{Cn}]+/gu;
const LINK =
  /(?:https?:\/\/|www\.)\S+|\b[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,3}\.(?:com|net|org|io|co|info|biz|example)\b\S*/gi;
const MAIL = /[^\s@]{1,64}@[^\s@]{1,255}/g;
/** Contractions, expanded so that neither of their words is lost. */
const SHORT_FORMS: readonly (readonly [shortForm: RegExp, full: string])[] = [
  [/\bwanna\b/gi, 'want to'],
  [/\bgonna\b/gi, 'going to'],
  [/\bgotta\b/gi, 'have to'],
  [/\blemme\b/gi, 'let me'],
  [/\bgimme\b/gi, 'give me'],
  [/\by['’]?all\b/gi, 'you all'],
  [/\bain['’]?t\b/gi, 'is not'],
];
/** As in O'Brien or D'Angelo. */
const PARTICLE = /\b[OD]['’](?=\p{Lu})/gu;
/** Umlauts spelled out, as in Buero or moechten. */
const SPELT_UMLAUT = /([aou])e(?=[^aeiou])/g;
/** Matches "Nkechi" and "DeShawn", but not "NEED" or "need". */
const CAPITALISED = /^\p{Lu}[\p{L}\p{M}]*\p{Ll}/u;

export const expandShortForms = (text: string): string =>
  SHORT_FORMS.reduce((expanded, [shortForm, full]) => expanded.replace(shortForm, full), text);

export function hideWriter(message: string, isCommonWord: IsCommonWord): string {
  const text = expandShortForms(message)
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(MAIL, ' mail address ')
    .replace(LINK, ' web link ')
    .replace(PARTICLE, '');
  // Words are at odd indexes and the text between them at even indexes.
  const parts = text.split(/([\p{L}\p{M}]+)/u);
  const folded = parts.filter((_, index) => index % 2 === 1).map(foldWord);
  const hidden = hideOrigins(folded);
  return parts
    .map((part, index) => {
      if (index % 2 === 0) return part;
      const word = folded[(index - 1) / 2] as string;
      const replacement = hidden[(index - 1) / 2] as string;
      if (replacement === '') return NAME;
      if (replacement !== word) return replacement;
      if (isCommonWord(word)) return part;
      const withoutUmlaut = word.replace(SPELT_UMLAUT, '$1');
      if (withoutUmlaut !== word && isCommonWord(withoutUmlaut)) return withoutUmlaut;
      return CAPITALISED.test(part) ? NAME : part;
    })
    .join('')
    .replace(NAMES, NAME);
}
