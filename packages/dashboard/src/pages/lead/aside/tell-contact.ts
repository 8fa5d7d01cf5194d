// What an address or a number is, in words.

import type { Facts } from '@leadline/engine';

type Email = NonNullable<Facts['email']>;
type Phone = NonNullable<Facts['phone']>;

/** As the engine grades them. */
export const CONTACT_GRADES: Readonly<Record<string, string>> = {
  A: 'a business address and a phone that can be called',
  B: 'a business address, or a mailbox with a phone',
  C: 'one way to reach them',
  D: 'one way that may not work',
  F: 'no way that works',
};

const EMAIL_KINDS: Readonly<Record<Email['kind'], string>> = {
  business: 'Business address',
  role: 'Shared business mailbox',
  unusual: 'An ending few businesses use',
  free: 'Personal mailbox',
  disposable: 'Throw-away address',
  placeholder: 'A placeholder, most likely',
  invalid: 'Cannot be right',
};

export function tellEmail(email: Facts['email']): string | null {
  if (email === null) return null;
  const { kind, domain, country } = email;
  return [
    domain === '' ? EMAIL_KINDS[kind] : `${EMAIL_KINDS[kind]} at ${domain}`,
    country && nameCountry(country),
  ]
    .filter(Boolean)
    .join(', ');
}

const PHONE_KINDS: Readonly<Record<Phone['kind'], string>> = {
  valid: 'Valid',
  local: 'No country code',
  unverified: 'Could not be verified',
  invalid: 'Cannot be right',
};
const PHONE_TYPES: Readonly<Record<NonNullable<Phone['type']>, string>> = {
  mobile: 'mobile',
  fixed: 'landline',
  either: 'mobile or landline',
  other: 'special number',
};

export function tellPhone(phone: Facts['phone']): string | null {
  if (phone === null) return 'Not a number';
  const { kind, type, country, e164 } = phone;
  return [PHONE_KINDS[kind], type && PHONE_TYPES[type], country && nameCountry(country), e164]
    .filter(Boolean)
    .join(', ');
}

const COUNTRIES = new Intl.DisplayNames(['en-GB'], { type: 'region', fallback: 'code' });

function nameCountry(code: string): string {
  try {
    return COUNTRIES.of(code) ?? code;
  } catch {
    return code; // what is no region code at all is told as it is
  }
}
