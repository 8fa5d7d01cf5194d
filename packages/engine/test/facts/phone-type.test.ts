import fc from 'fast-check';
import {
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples' with { type: 'json' };
import { expect, test } from 'vitest';
import { getNumberingPlan } from '../../src/facts/numbering-plan.ts';
import { findPhoneType } from '../../src/facts/phone-type.ts';

const OURS: Readonly<Record<string, string>> = {
  MOBILE: 'mobile',
  FIXED_LINE: 'fixed',
  FIXED_LINE_OR_MOBILE: 'either',
};

function expectSame(text: string): void {
  const parsed = parsePhoneNumberFromString(text);
  if (parsed === undefined) return;
  const theirs = parsed.getType();
  const expected = theirs === undefined ? null : (OURS[theirs] ?? 'other');
  const plan = getNumberingPlan(parsed.country ?? parsed.countryCallingCode);
  expect(findPhoneType(parsed.nationalNumber, plan), text).toBe(expected);
}

test('the type of an example number from every country matches libphonenumber', () => {
  for (const country of getCountries()) {
    const example = getExampleNumber(country, examples);
    if (example) expectSame(example.number);
  }
});

test('the type of 5,000 random numbers matches libphonenumber', () => {
  const number = fc.tuple(fc.constantFrom(...getCountries()), fc.integer({ min: 1e5, max: 1e11 }));
  fc.assert(
    fc.property(number, ([country, digits]) => expectSame(`+${getCountryCallingCode(country)}${digits}`)),
    { numRuns: 5_000 },
  );
});
