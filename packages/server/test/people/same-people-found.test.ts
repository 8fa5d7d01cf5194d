// The linear search finds exactly the people that the original search found, in any text.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { extractTexts } from '../../src/leads/request-log/extract-texts.ts';
import { makeMatcher } from '../../src/people/match-person.ts';
import * as reference from './reference-matcher.ts';

const EMAILS = ['ana@acme.com', "pat.o'brien@acme.com", 'a+b@x.example', 'é@ü.example'];
const PHONES = [
  '+12125550123',
  '2125550123',
  '0161 4960100',
  '5550123',
  '0049301234567',
  '00001234567',
  '1111111',
];

const separator = fc.constantFrom(
  ' ',
  '  ',
  '-',
  '.',
  '/',
  '(',
  ')',
  ' (0)',
  '(0)',
  '+',
  '\u00a0',
  '\u2013',
  '\u200b',
  '\n',
  ', ',
  ';',
  ':',
  '=',
  '&',
  '%20',
  '+1 ',
  '00',
  '0',
  '\\u0040',
  '\\',
  '"',
  "'",
  '<',
  '>',
  '[',
  ']',
  '{',
  '}',
  '%40',
  '%2540',
  '&#64;',
  '&commat;',
  '@',
  '         ',
);
/** Numbers and emails whole, or in groups as people type them. */
const contact = fc.constantFrom(
  ...EMAILS,
  ...PHONES,
  '555',
  '0123',
  '212',
  '1',
  '11',
  '+1',
  '00',
  'acme.com',
  'ana',
);
const grouped = fc
  .tuple(
    fc.constantFrom(...PHONES),
    fc.array(separator, { minLength: 12, maxLength: 12 }),
    fc.integer({ min: 1, max: 6 }),
  )
  .map(([number, gaps, size]) =>
    Array.from(number, (char, place) => (place % size === 0 ? `${gaps[place % 12]}${char}` : char)).join(''),
  );
const text = fc
  .array(fc.oneof(separator, contact, grouped, fc.string({ maxLength: 4 })), { maxLength: 14 })
  .map((parts) => parts.join(''));
const body = fc.oneof(
  text,
  text.map((value) => JSON.stringify({ a: value, b: [value, { [value]: 1 }] })),
  text.map((value) => JSON.stringify(JSON.stringify({ a: value }))),
  text.map((value) => new URLSearchParams({ a: value, b: JSON.stringify([value]) }).toString()),
  text.map((value) => `a=${value}&b=${encodeURIComponent(encodeURIComponent(value))}`),
  text.map((value) => encodeURIComponent(value)),
);
const identifiers = fc.record({
  email: fc.option(fc.constantFrom(...EMAILS), { nil: null }),
  phones: fc.subarray(PHONES),
});

test('the same texts mention the same people', () => {
  let found = 0;
  fc.assert(
    fc.property(identifiers, body, (wanted, sent) => {
      const expected = reference.makeMatcher(wanted)(reference.extractTexts(sent));
      if (expected) found++;
      expect(makeMatcher(wanted)(extractTexts(sent))).toBe(expected);
    }),
    { numRuns: 4_000 },
  );
  expect(found).toBeGreaterThan(200);
});

test('a text takes time in proportion to its length', () => {
  for (const part of [
    '1 ',
    '1',
    '1 1(0)',
    'a@acme.com ',
    '%2540',
    '&#38;',
    '\\\\',
    '["1 ",',
    '5550123 ',
    '+1 ',
    'a=1&',
  ]) {
    const cost = (length: number): number => {
      const sent = part.repeat(length / part.length);
      const start = process.cpuUsage();
      makeMatcher({ email: null, phones: ['+12125550123', '5550123'] })(extractTexts(sent));
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1000;
    };
    cost(4_000);
    expect(cost(64_000), part).toBeLessThan(500);
  }
});
