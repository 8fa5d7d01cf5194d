// Removes what is only dialed within a country, such as the first 0 in +44 (0)20 7946 0018.

import { getNumberingPlan, type NumberingPlan } from './numbering-plan.ts';
import { findPhoneCountry } from './phone-country.ts';

/** Keeps the prefix if the number is only valid with it, or is too short or of an unknown length without it. */
export function stripNationalPrefix(digits: string, plan: NumberingPlan): string {
  const stripped = replacePrefix(digits, plan);
  if (stripped === digits) return digits;
  if (plan.general.test(digits) && !plan.general.test(stripped)) return digits;
  const country = findPhoneCountry(stripped, plan);
  const { lengths } = country === null ? plan : getNumberingPlan(country);
  const isTooLong = stripped.length > (lengths.at(-1) as number);
  return isTooLong || lengths.includes(stripped.length) ? stripped : digits;
}

function replacePrefix(digits: string, { nationalPrefix, prefixReplacement }: NumberingPlan): string {
  const match = nationalPrefix?.exec(digits);
  if (!nationalPrefix || !match) return digits;
  // The replacement is for numbers that matched the last group; with the others, the prefix is just cut off.
  return prefixReplacement !== null && match.length > 1 && match.at(-1)
    ? digits.replace(nationalPrefix, prefixReplacement)
    : digits.slice(match[0].length);
}
