// The country of a phone number among those that share its calling code: +1 is the US, Canada and 23 others.

import { getNumberingPlan, type NumberingPlan } from './numbering-plan.ts';
import { findPhoneType } from './phone-type.ts';

/** Null if no country has this number. If only one has the calling code, the number is not checked. */
export function findPhoneCountry(nationalNumber: string, { countries }: NumberingPlan): string | null {
  if (countries.length === 1) return countries[0] as string;
  return countries.find((country) => isNumberOf(country, nationalNumber)) ?? null;
}

function isNumberOf(country: string, nationalNumber: string): boolean {
  const plan = getNumberingPlan(country);
  return plan.leadingDigits === null
    ? findPhoneType(nationalNumber, plan) !== null
    : plan.leadingDigits.test(nationalNumber);
}
