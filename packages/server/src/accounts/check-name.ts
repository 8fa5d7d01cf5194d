// Names of people and accounts appear in emails to strangers. They must not carry a link, or text that looks different
// from what it is.

import { MAX_NAME_LENGTH } from '@leadline/contract/limits';
import { DomainError } from '../base/domain-error.ts';

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

export function checkName(name: string): void {
  const problem = describeInvalidName(name);
  if (problem !== null) throw new DomainError('invalid_name', `the name ${problem}`, { field: 'name' });
}
