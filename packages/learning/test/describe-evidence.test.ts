// What a learned entry says about leads like this one.

import { expect, test } from 'vitest';
import { describeEvidence } from '../src/describe-evidence.ts';

const evidence = (won: number, leads: number, overall: number, points = won / leads < overall ? -5 : 5) =>
  describeEvidence({ won, leads, points }, overall);

test.each([
  [37, 1_147, 0.11, 'won 1 in 31 of such leads, 1 in 9 overall'],
  [112, 140, 0.47, 'won 8 in 10 of such leads, 1 in 2 overall'],
  [60, 200, 0.25, 'won 3 in 10 of such leads, 1 in 4 overall'],
  [97, 100, 0.66, 'won 97 in 100 of such leads, 7 in 10 overall'],
  [999, 1_000, 0.66, 'won 99 in 100 of such leads, 7 in 10 overall'],
  [1, 2_400, 0.04, 'won 1 in 2,400 of such leads, 1 in 25 overall'],
])('rates are numbers that people can picture: %i of %i', (won, leads, overall, text) => {
  expect(evidence(won, leads, overall)).toBe(text);
});

test('few leads are counted, so that everyone sees that they are few', () => {
  expect(evidence(3, 12, 0.11)).toBe('won 3 of 12 such leads, 1 in 9 overall');
});

test('none and all are said in words', () => {
  expect(evidence(0, 1_230, 0.11)).toBe('won none of 1,230 such leads, 1 in 9 overall');
  expect(evidence(12, 12, 0.5)).toBe('won all 12 such leads, 1 in 2 overall');
  expect(evidence(0, 40, 0, -2)).toBe(
    'won none of 40 such leads, none overall, but fewer than the rest of the lead suggests',
  );
});

test('rates that read the same are told more exactly', () => {
  expect(evidence(104, 200, 0.48)).toBe('won 52 in 100 of such leads, 48 in 100 overall');
  expect(evidence(22, 1_000, 0.0215)).toBe('won 1 in 45 of such leads, 1 in 47 overall');
  expect(evidence(500, 1_000, 0.5)).toBe(
    'won 1 in 2 of such leads, the same as overall, but more than the rest of the lead suggests',
  );
});

test('points against the plain shares say what they compare with', () => {
  expect(evidence(30, 300, 0.2, 4)).toBe(
    'won 1 in 10 of such leads, 1 in 5 overall, but more than the rest of the lead suggests',
  );
  expect(evidence(90, 300, 0.2, -4)).toBe(
    'won 3 in 10 of such leads, 1 in 5 overall, but fewer than the rest of the lead suggests',
  );
  expect(evidence(501, 1_000, 0.5009, -4)).toBe(
    'won 1 in 2 of such leads, the same as overall, but fewer than the rest of the lead suggests',
  );
});
