// International calling codes: 1, 44, 91 …

import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';

/** Not cached, because most callers never need it. */
export const listCallingCodes = (): readonly string[] => [
  ...new Set(getCountries().map((country) => getCountryCallingCode(country))),
];
