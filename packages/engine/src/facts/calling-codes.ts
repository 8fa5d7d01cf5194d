// The codes that telephone numbers begin with abroad: 1, 44, 91 …

import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';

export const CALLING_CODES: readonly string[] = [
  ...new Set(getCountries().map((country) => getCountryCallingCode(country))),
];
