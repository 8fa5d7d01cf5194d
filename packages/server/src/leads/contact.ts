// How a lead is found again: e-mail address, phone number and name in the one form they are compared in.

import type { Lead, Scored } from '@leadline/engine';

export interface Contact {
  /** Lower case. */
  readonly email: string;
  /** `+` and digits where the country is known, digits alone where not. */
  readonly phone: string;
  readonly name: string;
  /** The last word of the name. */
  readonly surname: string;
}

/** An index entry must fit a page; nobody is searched by more. */
const LONGEST = 200;

export function readContact(lead: Lead, { phone }: Scored['facts']): Contact {
  const name = foldName(lead.name);
  return {
    email: foldEmail(lead.email),
    phone: (phone?.e164 ?? foldPhone(lead.phone)).slice(0, LONGEST),
    name,
    surname: name.slice(name.lastIndexOf(' ') + 1),
  };
}

export const foldEmail = (email: string): string =>
  email
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
