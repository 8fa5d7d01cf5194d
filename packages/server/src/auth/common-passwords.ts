// Rejects passwords that attackers try first: those in lists of leaked passwords, also in capitals, with letters replaced
// by look-alikes, or with a few digits at either end.

import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@leadline/contract/limits';
import { dictionary } from '@zxcvbn-ts/language-common';
import { DomainError } from '../base/domain-error.ts';

/** Some 30,000, in lower case. */
const COMMON: ReadonlySet<string> = new Set(dictionary.passwords as readonly string[]);

/** "password2026!" is as easy to guess as "password"; more digits than this are not. */
const MAX_ADDED = 6;

const LOOK_ALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

export function rejectCommonPassword(field: string, password: unknown): void {
  // Those of another length are rejected for that.
  if (typeof password !== 'string' || !fits(password) || !isCommonPassword(password)) return;
  throw new DomainError('weak_password', 'this password is easy to guess; a few random words work best', {
    field,
  });
}

const fits = ({ length }: string): boolean => length >= MIN_PASSWORD_LENGTH && length <= MAX_PASSWORD_LENGTH;

export function isCommonPassword(password: string): boolean {
  const lower = password.normalize('NFKC').trim().toLowerCase();
  if (new Set(lower).size <= 3 || isSequence(lower)) return true;
  const word = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const candidates = lower.length - word.length <= MAX_ADDED ? [lower, word] : [lower];
  return candidates.some((text) => isKnown(text) || isKnown(replaceLookAlikes(text)));
}

/** Also a known one typed twice. */
const isKnown = (text: string): boolean =>
  COMMON.has(text) ||
  (text.length % 2 === 0 &&
    text.slice(0, text.length / 2) === text.slice(text.length / 2) &&
    COMMON.has(text.slice(text.length / 2)));

const replaceLookAlikes = (text: string): string =>
  text.replace(/[^\p{L}]/gu, (character) => LOOK_ALIKES[character] ?? character);

const SEQUENCES = ['abcdefghijklmnopqrstuvwxyz', '01234567890123456789', 'qwertyuiopasdfghjklzxcvbnm'];

function isSequence(text: string): boolean {
  return SEQUENCES.some(
    (sequence) => sequence.includes(text) || [...sequence].toReversed().join('').includes(text),
  );
}
