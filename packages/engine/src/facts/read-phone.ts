// Validates and classifies a phone number with libphonenumber's metadata.

import { isSupportedCountry } from 'libphonenumber-js/max';
import type { PhoneType } from './numbering-plan.ts';
import { type ParsedPhone, parseInternational, parseLocal } from './parse-phone.ts';
import { findPhoneType } from './phone-type.ts';

export interface PhoneFact {
  /** `local` numbers have no country code to validate against; `unverified` ones do, but match no known range. */
  readonly kind: 'valid' | 'local' | 'unverified' | 'invalid';
  readonly country: string | null;
  readonly e164: string | null;
  readonly type: PhoneType | null;
}

const INVALID: PhoneFact = { kind: 'invalid', country: null, e164: null, type: null };

/** `country` is the country to assume if the number has no country code. */
export function readPhone(phone: string, country: string | null): PhoneFact | null {
  // "n/a" and "-" count as no phone at all.
  const digits = countDigits(phone);
  if (digits === 0) return null;
  // If the field has two numbers, use the first.
  const single = digits > MAX_DIGITS ? (phone.split(SEVERAL)[0] as string) : phone;
  const international = single.startsWith('00') ? `+${single.slice(2)}` : single;
  return international.startsWith('+') ? readInternational(international) : readLocal(single, country);
}

const MAX_DIGITS = 15;
const SEVERAL = /[/,;|]| or | und | y | et /;

function readInternational(phone: string): PhoneFact {
  const parsed = parseInternational(phone);
  return parsed === null ? INVALID : describe(parsed);
}

/** The country is a guess based on the email address, so the number is completed but never marked `valid`. */
function readLocal(phone: string, country: string | null): PhoneFact {
  const digits = countDigits(phone);
  if (isInvented(phone) || digits < 6 || digits > MAX_DIGITS) return INVALID;
  if (country !== null && isSupportedCountry(country)) {
    const parsed = parseLocal(phone, country);
    const fact = parsed && describe(parsed);
    if (fact?.kind === 'valid') return { ...fact, kind: 'local' };
  }
  return { ...INVALID, kind: 'local' };
}

function describe({ country, callingCode, nationalNumber, plan }: ParsedPhone): PhoneFact {
  const type = findPhoneType(nationalNumber, plan);
  const unknownKind = plan.lengths.includes(nationalNumber.length) ? 'unverified' : 'invalid';
  return {
    kind: type === null ? unknownKind : 'valid',
    country,
    e164: `+${callingCode}${nationalNumber}`,
    type,
  };
}

/** 0000000, 1234567890, 555 555 5555 */
function isInvented(phone: string): boolean {
  let run = 1;
  let rising = 1;
  let digits = 0;
  let previous = -1;
  for (let i = 0; i < phone.length; i++) {
    const digit = phone.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) continue;
    digits++;
    run = digit === previous ? run + 1 : 1;
    rising = digit === (previous + 1) % 10 ? rising + 1 : 1;
    if (run >= 7 || rising >= 8) return true;
    previous = digit;
  }
  return digits < 5;
}

function countDigits(phone: string): number {
  let digits = 0;
  for (let i = 0; i < phone.length; i++) {
    const code = phone.charCodeAt(i);
    if (code >= 48 && code <= 57) digits++;
  }
  return digits;
}
