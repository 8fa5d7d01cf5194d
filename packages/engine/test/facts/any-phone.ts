// Phone numbers for property tests, made from the patterns of all numbering plans.

import fc from 'fast-check';
import { type CountryCode, getCountries } from 'libphonenumber-js/max';
import { findCallingCode } from '../../src/facts/calling-codes.ts';
import { getNumberingPlan, type NumberingPlan } from '../../src/facts/numbering-plan.ts';

const countries = getCountries();
const sharing = countries.filter((country) => getNumberingPlan(country).countries.length > 1);
/** 800, 808 … */
const codesWithoutCountry = Array.from({ length: 1_000 }, (_, code) => `${code}`).filter(
  (code) => findCallingCode(code) === code && getNumberingPlan(code).countries.length === 0,
);
export const allPlans: readonly NumberingPlan[] = [...countries, ...codesWithoutCountry].map(
  getNumberingPlan,
);

// At least half of the countries share a calling code, because those are the hardest to tell apart.
const anyCountry = fc.oneof(fc.constantFrom(...countries), fc.constantFrom(...sharing));
const anyPlan = fc.oneof(fc.constantFrom(...allPlans), anyCountry.map(getNumberingPlan));

const anyDigits = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength });

const join = (...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((texts) => texts.join(''));

/** `stringMatching` puts arbitrary characters after the part that has to match. */
const anyStart = (pattern: RegExp): fc.Arbitrary<string> =>
  fc.stringMatching(pattern).map((text) => text.replace(/\D.*/s, ''));

/** Kept because parsing the patterns takes longer than the tests. */
const nationalNumbers = new Map<NumberingPlan, fc.Arbitrary<string>>();

function anyNationalNumber(plan: NumberingPlan): fc.Arbitrary<string> {
  const arbitrary = nationalNumbers.get(plan) ?? makeNationalNumber(plan);
  nationalNumbers.set(plan, arbitrary);
  return arbitrary;
}

/** Valid numbers with and without a prefix, numbers that are too short or too long, and arbitrary digits. */
function makeNationalNumber({ types, nationalPrefix, leadingDigits }: NumberingPlan): fc.Arbitrary<string> {
  const valid = fc.oneof(...types.map(({ pattern }) => fc.stringMatching(pattern)));
  const prefix = nationalPrefix === null ? fc.constantFrom('0', '8', '1') : anyStart(nationalPrefix);
  const first = leadingDigits === null ? fc.constantFrom('', '0', '00') : anyStart(leadingDigits);
  return fc.oneof(
    valid,
    join(prefix, valid),
    join(prefix, anyDigits(0, 13)),
    join(first, anyDigits(0, 13)),
    join(valid, anyDigits(1, 8)),
    fc.tuple(valid, fc.nat({ max: 4 })).map(([number, cut]) => number.slice(0, -1 - cut)),
    anyDigits(0, 20),
  );
}

const UNUSUAL_ENDS = [
  ' x',
  ' ext. ',
  '#',
  ';ext=',
  ',',
  ';',
  '~',
  '+',
  '*',
  '\u00a0',
  '\t',
  '٣',
  'a',
  ' or ',
];
const anySeparator = fc.oneof(
  { weight: 2, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.constantFrom(' ', '-', '.', '/', '(', ')', ' (', ') ', ' - ', '  ') },
);

/** Adds separators and sometimes something unusual. */
const write = (number: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: number },
    { weight: 3, arbitrary: fc.tuple(number, fc.infiniteStream(anySeparator)).map(separate) },
    { weight: 1, arbitrary: join(number, fc.constantFrom(...UNUSUAL_ENDS), anyDigits(0, 4)) },
  );

const separate = ([number, separators]: [string, fc.Stream<string>]): string =>
  Array.from(number, (digit) => `${digit}${separators.next().value}`).join('');

export const anyInternationalNumber = anyPlan.chain((plan) =>
  write(join(fc.constant(`+${plan.callingCode}`), anyNationalNumber(plan))),
);

export const anyDigitsAfterPlus = write(join(fc.constant('+'), anyDigits(0, 20)));

export const anyLocalNumber: fc.Arbitrary<[text: string, country: CountryCode]> = anyCountry.chain(
  (country) => {
    const plan = getNumberingPlan(country);
    const start = fc.oneof(
      { weight: 8, arbitrary: fc.constant('') },
      { weight: 1, arbitrary: fc.constantFrom('(', plan.callingCode, '011', '00', `00${plan.callingCode}`) },
    );
    return fc.tuple(write(join(start, anyNationalNumber(plan))), fc.constant(country));
  },
);
