// Describes an email or phone number in words.

import type { Facts } from '@leadline/engine';

type Email = NonNullable<Facts['email']>;
type Phone = NonNullable<Facts['phone']>;

/** The engine's grades. */
export const CONTACT_GRADES: Readonly<Record<string, string>> = {
  A: 'business email and a phone number',
  B: 'business email, or personal email with a phone number',
  C: 'one way to reach them',
  D: 'one way to reach them, which may not work',
  F: 'no working contact details',
};

const EMAIL_KINDS: Readonly<Record<Email['kind'], string>> = {
  business: 'Business email',
  role: 'Shared business mailbox',
  unusual: 'Unusual domain ending',
  free: 'Personal email',
  disposable: 'Disposable email',
  placeholder: 'Probably a placeholder',
  invalid: 'Invalid',
};

export function describeEmail(email: Facts['email']): string | null {
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
  unverified: 'Not verified',
  invalid: 'Invalid',
};
const PHONE_TYPES: Readonly<Record<NonNullable<Phone['type']>, string>> = {
  mobile: 'mobile',
  fixed: 'landline',
  either: 'mobile or landline',
  other: 'special number',
};

export function describePhone(phone: Facts['phone']): string | null {
  if (phone === null) return 'Not a phone number';
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
    return code; // not a region code
  }
}
