// Phone numbers must be read exactly as libphonenumber reads them: real ones, and thousands made from its own patterns.

import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples' with { type: 'json' };
import { expect, test } from 'vitest';
import { type GoldenLead, parseLines } from '../../cases/golden/golden.ts';
import { readJudged } from '../../cases/judged/judged.ts';
import { getNumberingPlan } from '../../src/facts/numbering-plan.ts';
import { parseInternational, parseLocal } from '../../src/facts/parse-phone.ts';
import { findPhoneType } from '../../src/facts/phone-type.ts';
import { readEmail } from '../../src/facts/read-email.ts';
import { readLead } from '../../src/index.ts';
import { allPlans, anyDigitsAfterPlus, anyInternationalNumber, anyLocalNumber } from './any-phone.ts';

const RUNS = 4_000;
// A fixed seed makes failures reproducible and keeps CI from failing by chance.
fc.configureGlobal({ seed: 20_261_116 });

const OUR_TYPES: Readonly<Record<string, string>> = {
  MOBILE: 'mobile',
  FIXED_LINE: 'fixed',
  FIXED_LINE_OR_MOBILE: 'either',
};

function expectSame(text: string, country?: CountryCode): void {
  const ours = country === undefined ? parseInternational(text) : parseLocal(text, country);
  const theirs = parsePhoneNumberFromString(text, country);
  const type = theirs?.getType();
  expect(
    ours && {
      country: ours.country,
      e164: `+${ours.callingCode}${ours.nationalNumber}`,
      type: findPhoneType(ours.nationalNumber, ours.plan),
      isPossible: ours.plan.lengths.includes(ours.nationalNumber.length),
    },
    `${text} ${country}`,
  ).toEqual(
    theirs === undefined
      ? null
      : {
          country: theirs.country ?? null,
          e164: theirs.number,
          type: type === undefined ? null : (OUR_TYPES[type] ?? 'other'),
          isPossible: theirs.isPossible(),
        },
  );
}

test.each([
  ['a prefix after the country code', '+44 (0)20 7946 0018'],
  ['a zero that is part of the number', '+39 06 6982 1234'],
  ['digits that only look like a prefix', '+7 800 555 35 35'],
  ['a prefix that is replaced', '+54 0 11 15 2345 6789'],
  ['a carrier code', '+55 0 15 11 2345 6789'],
  ['a prefix before a number too short for the main country', '+1 1 310 1234'],
  ['a calling code without a country', '+800 1234 5678'],
  ['an unknown calling code', '+999 1234 5678'],
  ['a zero instead of a calling code', '+0 30 1234 5678'],
  ['an extension', '+49 30 1234 5678 ext. 12'],
])('a number with %s is read as libphonenumber reads it', (_, text) => expectSame(text));

test('an example number from every country is read as libphonenumber reads it', () => {
  for (const [country, number] of Object.entries(examples)) {
    const { callingCode } = getNumberingPlan(country);
    for (const prefix of ['', '0', '1', '8']) {
      expectSame(`+${callingCode}${prefix}${number}`);
      expectSame(`${prefix}${number}`, country as CountryCode);
      expectSame(`${callingCode}${prefix}${number}`, country as CountryCode);
    }
  }
});

test('a number of every type in every country is read as libphonenumber reads it', () => {
  for (const plan of allPlans) {
    for (const { pattern } of plan.types)
      for (const number of fc.sample(fc.stringMatching(pattern), 2))
        expectSame(`+${plan.callingCode}${number}`);
  }
});

test('international numbers are read as libphonenumber reads them', () => {
  fc.assert(
    fc.property(anyInternationalNumber, (text) => expectSame(text)),
    { numRuns: RUNS },
  );
});

test('numbers with arbitrary calling codes are read as libphonenumber reads them', () => {
  fc.assert(
    fc.property(anyDigitsAfterPlus, (text) => expectSame(text)),
    { numRuns: RUNS },
  );
});

test('local numbers are read as libphonenumber reads them', () => {
  fc.assert(
    fc.property(anyLocalNumber, ([text, country]) => expectSame(text, country)),
    { numRuns: RUNS },
  );
});

test('the phone numbers of all test leads are read as libphonenumber reads them', () => {
  const cases = new URL('../../cases/', import.meta.url);
  const read = (path: string): string => readFileSync(new URL(path, cases), 'utf8');
  const inputs = [
    ...parseLines<GoldenLead>(read('golden/leads.ndjson')).map(({ input }) => input),
    ...readdirSync(new URL('judged/tune/', cases)).flatMap((file) =>
      readJudged(read(`judged/tune/${file}`)).map(({ lead }) => lead),
    ),
  ];
  for (const input of inputs) {
    const result = readLead(input);
    if (!result.ok) continue;
    const { phone, email } = result.lead;
    const country = readEmail(email)?.country ?? 'US';
    if (phone.startsWith('+')) expectSame(phone);
    else if (isSupportedCountry(country)) expectSame(phone, country);
  }
});
