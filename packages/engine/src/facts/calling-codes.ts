// The codes that telephone numbers begin with abroad: 1, 44, 91 …

import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';

/** To be kept by who asks; most never do. */
export const listCallingCodes = (): readonly string[] => [
  ...new Set(getCountries().map((country) => getCountryCallingCode(country))),
];
