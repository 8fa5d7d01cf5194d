// Splits a phone number into its country and its national number. By hand, because libphonenumber compiles its patterns
// again for every number: reading one took 10 to 13 µs and now takes an eighth of that. Anything but digits and common
// separators is left to the library. test/facts/parse-phone.test.ts checks that the results are the library's.

import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { findCallingCode } from './calling-codes.ts';
import { stripNationalPrefix } from './national-prefix.ts';
import { getNumberingPlan, type NumberingPlan } from './numbering-plan.ts';
import { findPhoneCountry } from './phone-country.ts';
import { readPlainDigits } from './plain-digits.ts';

export interface ParsedPhone {
  readonly country: string | null;
  readonly callingCode: string;
  readonly nationalNumber: string;
  /** The plan of the country or, if that is unknown, of the calling code. */
  readonly plan: NumberingPlan;
}

/** The limits libphonenumber has for any country. */
const MIN_NATIONAL_DIGITS = 2;
const MAX_NATIONAL_DIGITS = 17;

/** `phone` starts with a plus sign. */
export function parseInternational(phone: string): ParsedPhone | null {
  const digits = readPlainDigits(phone);
  if (digits === null) return parseWithLibrary(phone);
  const callingCode = findCallingCode(digits);
  if (callingCode === null) return null;
  return parseNational(digits.slice(callingCode.length), getNumberingPlan(callingCode), null);
}

/** `country` is where the number is assumed to be dialed. */
export function parseLocal(phone: string, country: CountryCode): ParsedPhone | null {
  const digits = readPlainDigits(phone);
  const plan = getNumberingPlan(country);
  if (digits === null || mayBeInternational(digits, plan)) return parseWithLibrary(phone, country);
  return parseNational(digits, plan, country);
}

/** 011 49 30 …, or 49 30 … without the plus sign */
const mayBeInternational = (digits: string, { internationalPrefix, callingCode }: NumberingPlan): boolean =>
  digits.startsWith(callingCode) || internationalPrefix?.test(digits) === true;

function parseNational(digits: string, plan: NumberingPlan, assumed: string | null): ParsedPhone | null {
  const nationalNumber = stripNationalPrefix(digits, plan);
  const { length } = nationalNumber;
  if (length < MIN_NATIONAL_DIGITS || length > MAX_NATIONAL_DIGITS) return null;
  const country = findPhoneCountry(nationalNumber, plan) ?? assumed;
  return {
    country,
    callingCode: plan.callingCode,
    nationalNumber,
    plan: country === null ? plan : getNumberingPlan(country),
  };
}

function parseWithLibrary(phone: string, assumed?: CountryCode): ParsedPhone | null {
  const parsed = parsePhoneNumberFromString(phone, assumed);
  if (parsed === undefined) return null;
  const { country = null, countryCallingCode: callingCode, nationalNumber } = parsed;
  return { country, callingCode, nationalNumber, plan: getNumberingPlan(country ?? callingCode) };
}
