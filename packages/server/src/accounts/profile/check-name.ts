// Names of people and accounts appear in emails to strangers. They must not carry a link, or text that looks different
// from what it is.

import { MAX_NAME_LENGTH } from '@leadline/contract/limits';
import { DomainError } from '../../platform/base/domain-error.ts';

const LINE_BREAK_OR_CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;
/** Invisible characters and those that reverse the text around them. Joiners stay allowed: Persian and Indic names need
 * them. */
const DECEPTIVE = /[\u200b\u200e\u200f\u2060\u202a-\u202e\u2066-\u2069\ufeff]/u;
const INVISIBLE = /\p{Cf}/gu;
/** Mail programs turn `word.word` into a link. The ideographic full stop separates the parts of a domain, too. */
const DOMAIN = /[\p{L}\p{N}][.。]\p{L}[\p{L}\p{N}-]*[\p{L}\p{N}]/u;

/** Completes "the name …". Null if the name is fine. */
export function describeInvalidName(name: string): string | null {
  if (name.trim() === '' || name.length > MAX_NAME_LENGTH)
    return `must be 1 to ${MAX_NAME_LENGTH} characters long`;
  if (LINE_BREAK_OR_CONTROL.test(name)) return 'must not contain line breaks or control characters';
  if (DECEPTIVE.test(name)) return 'must not contain invisible characters';
  const visible = name.normalize('NFKC').replace(INVISIBLE, '');
  if (visible.includes('://') || /\bwww\./i.test(visible) || DOMAIN.test(visible))
    return 'must not contain a web address; if it isn’t one, put a space after the dot';
  return null;
}

/** In emails to members: letters, digits and what company names are made of. */
const PLAIN = /^(?:[\p{L}\p{M}\p{N} .,&'’"“”()/+_·・ー-]|\u200c|\u200d)+$/u;
const MAX_PLAIN_LENGTH = 50;
const MAX_PLAIN_WORDS = 6;
/** With more, it could be a phone number to call. */
const MAX_PLAIN_DIGITS = 4;

/** Whether the name of an account is short and simple enough to be nothing but a name, and not a sentence like “Your invoice is
 * overdue! Call +1 800 555 0100”. Emails to strangers contain no names at all; see auth/sessions/mails.ts. */
export function isPlainName(name: string): boolean {
  return (
    describeInvalidName(name) === null &&
    PLAIN.test(name) &&
    name.length <= MAX_PLAIN_LENGTH &&
    name.trim().split(/\s+/).length <= MAX_PLAIN_WORDS &&
    (name.match(/\p{N}/gu)?.length ?? 0) <= MAX_PLAIN_DIGITS
  );
}

/** Makes web addresses in the text of a stranger unclickable: `evil.example` → `evil[.]example`. */
export const breakLinks = (text: string): string =>
  text
    .replaceAll('://', '[:]//')
    .replace(/(?<=[\p{L}\p{N}])[.。．｡․](?=\p{L}[\p{L}\p{N}-]*[\p{L}\p{N}])/gu, '[.]')
    .replace(/(?<=\d)\.(?=\d{1,3}\.\d{1,3}\.\d)/g, '[.]');

export function checkName(name: string): void {
  const problem = describeInvalidName(name);
  if (problem !== null) throw new DomainError('invalid_name', `the name ${problem}`, { field: 'name' });
}
