// How a lead is found again: email address, phone number and name in the one form they are compared in.

import type { Lead, Scored } from '@leadline/engine';

export interface Contact {
  /** Lower case. */
  readonly email: string;
  /** `+` and digits where the country is known, digits alone where not. */
  readonly phone: string;
  readonly name: string;
  /** The last word of the name. */
  readonly surname: string;
  /** The address and the number that tell who it is: empty for "n/a", "5" and the like, which many people share. */
  readonly linkEmail: string;
  readonly linkPhone: string;
}

/** An index entry must fit a page; nobody is searched by more. */
const LONGEST = 200;

/** A local number has as many digits. */
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

/** `Ana <ana@acme.com>` is signed with what stands between the brackets. */
export const foldEmail = (email: string): string =>
  (/<([^<>@]{1,64}@[^<>@]{1,255})>\s*$/.exec(email)?.[1] ?? email)
    .replace(/^mailto:/i, '')
    .toLowerCase()
    .replace(/\s+/g, '')
    .slice(0, LONGEST);

export const foldPhone = (phone: string): string => phone.replace(/[^\d+]/g, '').slice(0, LONGEST);

export const foldName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
    .slice(0, LONGEST);
