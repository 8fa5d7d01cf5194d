// Normalizes a lead's email, phone and name for comparing and searching.

import type { Lead, Scored } from '@leadline/engine';

export interface Contact {
  /** Lower case. */
  readonly email: string;
  /** `+` and digits if the country is known, otherwise only digits. */
  readonly phone: string;
  readonly name: string;
  /** The last word of the name. */
  readonly surname: string;
  /** The email and phone that identify a person. Empty for values that many people share, such as "n/a" or "5". */
  readonly linkEmail: string;
  readonly linkPhone: string;
}

/** Keeps index entries small enough to fit on a page. Nobody searches for anything longer. */
const MAX_LENGTH = 200;

/** The length of a local number without its area code. */
const MIN_DIGITS = 7;

export function readContact(lead: Lead, facts: Scored['facts']): Contact {
  const name = foldName(lead.name);
  const email = foldEmail(lead.email);
  const e164 = facts.phone?.e164 ?? null;
  const phone = e164 ?? foldPhone(lead.phone);
  const isAddress = facts.email !== null && facts.email.kind !== 'invalid';
  const isNumber = e164 !== null || phone.replace('+', '').length >= MIN_DIGITS;
  return {
    email,
    phone,
    name,
    surname: name.slice(name.lastIndexOf(' ') + 1),
    linkEmail: isAddress ? email : '',
    linkPhone: isNumber ? phone : '',
  };
}

/** Reduces `Ana <ana@acme.com>` to the address in the angle brackets. */
export const foldEmail = (email: string): string =>
  (/<([^<>@]{1,64}@[^<>@]{1,255})>\s*$/.exec(email)?.[1] ?? email)
    .replace(/^mailto:/i, '')
    .toLowerCase()
    .replace(/\s+/g, '')
    .slice(0, MAX_LENGTH);

export const foldPhone = (phone: string): string => phone.replace(/[^\d+]/g, '').slice(0, MAX_LENGTH);

export const foldName = (name: string): string =>
  PLAIN_NAME.test(name) ? name.toLowerCase().slice(0, MAX_LENGTH) : foldAnyName(name);

/** Words of ASCII letters, one space apart: nothing to fold but their case. */
const PLAIN_NAME = /^[a-z]+(?: [a-z]+)*$/i;

const foldAnyName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
    .slice(0, MAX_LENGTH);
