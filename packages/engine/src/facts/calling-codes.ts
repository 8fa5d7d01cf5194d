// International calling codes: 1, 44, 91 …

import { getCountries, getCountryCallingCode, Metadata } from 'libphonenumber-js/max';

const MAX_CODE_LENGTH = 3;

/** A method of the library's class that is missing from its published types. */
const metadata = new Metadata() as unknown as { hasCallingCode(code: string): boolean | undefined };

/** Not cached, because most callers never need it. */
export const listCallingCodes = (): readonly string[] => [
  ...new Set(getCountries().map((country) => getCountryCallingCode(country))),
];

/** The calling code that `digits` start with. None is the beginning of another. */
export function findCallingCode(digits: string): string | null {
  for (let length = 1; length <= MAX_CODE_LENGTH; length++) {
    const code = digits.slice(0, length);
    if (metadata.hasCallingCode(code)) return code;
  }
  return null;
}
