// The type of a phone number. test/facts/phone-type.test.ts checks the results against libphonenumber's.

import type { NumberingPlan, PhoneType, TypeRule } from './numbering-plan.ts';

/** Null if the number is not valid under its plan. */
export function findPhoneType(nationalNumber: string, plan: NumberingPlan): PhoneType | null {
  if (!plan.general.test(nationalNumber)) return null;
  const matches = ({ pattern, lengths }: TypeRule): boolean =>
    lengths.includes(nationalNumber.length) && pattern.test(nationalNumber);
  const found = plan.types.find(matches);
  if (found?.type !== 'fixed') return found?.type ?? null;
  const isAlsoMobile =
    plan.isMobileFixed || plan.types.some((other) => other.type === 'mobile' && matches(other));
  return isAlsoMobile ? 'either' : 'fixed';
}
