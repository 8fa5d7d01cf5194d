// What the model reads in place of a message: the same, without what must not count (who someone is, where they
// come from, how their school spelt) and without what says nothing (addresses, links, invisible characters).

import { foldWord, hideOrigins } from '@leadline/engine';

/** Whether a word belongs to a language rather than to a person or a place. */
export type IsCommonWord = (word: string) => boolean;

const NAME = 'name';
/** One of several words is no more than one of one. */
const NAMES = /\bname(?:[ .,'-]+name)+\b/g;

const INVISIBLE = /[\p{Cf}\p{Co}\p{Cn}]+/gu;
const LINK =
  /(?:https?:\/\/|www\.)\S+|\b[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,3}\.(?:com|net|org|io|co|info|biz|example)\b\S*/gi;
const MAIL = /[^\s@]{1,64}@[^\s@]{1,255}/g;
/** The short forms of speech; a stand-in of one word would lose the other. */
const SHORT_FORMS: readonly (readonly [shortForm: RegExp, full: string])[] = [
  [/\bwanna\b/gi, 'want to'],
  [/\bgonna\b/gi, 'going to'],
  [/\bgotta\b/gi, 'have to'],
  [/\blemme\b/gi, 'let me'],
  [/\bgimme\b/gi, 'give me'],
  [/\by['’]?all\b/gi, 'you all'],
  [/\bain['’]?t\b/gi, 'is not'],
];
/** O'Brien, D'Angelo. */
const PARTICLE = /\b[OD]['’](?=\p{Lu})/gu;
/** Buero, moechten: what is left of an umlaut that a keyboard did not have. */
const SPELT_UMLAUT = /([aou])e(?=[^aeiou])/g;
/** "Nkechi" and "DeShawn", but neither "NEED" nor "need". */
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
  // Words stand at odd places, what is between them at even ones.
  const parts = text.split(/([\p{L}\p{M}]+)/u);
  const folded = parts.filter((_, place) => place % 2 === 1).map(foldWord);
  const hidden = hideOrigins(folded);
  return parts
    .map((part, place) => {
      if (place % 2 === 0) return part;
      const word = folded[(place - 1) / 2] as string;
      const standIn = hidden[(place - 1) / 2] as string;
      if (standIn === '') return NAME;
      if (standIn !== word) return standIn;
      if (isCommonWord(word)) return part;
      const withoutUmlaut = word.replace(SPELT_UMLAUT, '$1');
      if (withoutUmlaut !== word && isCommonWord(withoutUmlaut)) return withoutUmlaut;
      return CAPITALISED.test(part) ? NAME : part;
    })
    .join('')
    .replace(NAMES, NAME);
}
