// Rejects passwords that attackers try first: those in lists of leaked passwords, also in capitals, with letters replaced
// by look-alikes, or with a few digits at either end.

import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@leadline/contract/limits';
import { DomainError } from '../../platform/base/domain-error.ts';

/** Some 30,000, in lower case. Loaded when somebody first chooses a password. */
let common: Promise<ReadonlySet<string>> | null = null;

async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary.passwords as readonly string[]);
}

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

export async function rejectCommonPassword(field: string, password: unknown): Promise<void> {
  // Those of another length are rejected for that.
  if (typeof password !== 'string' || !fits(password) || !(await isCommonPassword(password))) return;
  throw new DomainError('weak_password', 'this password is easy to guess; a few random words work best', {
    field,
  });
}

const fits = ({ length }: string): boolean => length >= MIN_PASSWORD_LENGTH && length <= MAX_PASSWORD_LENGTH;

export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= loadCommon();
  const known = await common;
  const lower = password.normalize('NFKC').trim().toLowerCase();
  if (new Set(lower).size <= 3 || isSequence(lower)) return true;
  const word = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const candidates = lower.length - word.length <= MAX_ADDED ? [lower, word] : [lower];
  return candidates.some((text) => isIn(known, text) || isIn(known, replaceLookAlikes(text)));
}

/** Also a known one typed twice. */
const isIn = (known: ReadonlySet<string>, text: string): boolean =>
  known.has(text) ||
  (text.length % 2 === 0 &&
    text.slice(0, text.length / 2) === text.slice(text.length / 2) &&
    known.has(text.slice(text.length / 2)));

const replaceLookAlikes = (text: string): string =>
  text.replace(/[^\p{L}]/gu, (character) => LOOK_ALIKES[character] ?? character);

const SEQUENCES = ['abcdefghijklmnopqrstuvwxyz', '01234567890123456789', 'qwertyuiopasdfghjklzxcvbnm'];

function isSequence(text: string): boolean {
  return SEQUENCES.some(
    (sequence) => sequence.includes(text) || [...sequence].toReversed().join('').includes(text),
  );
}
