// Win rates and their confidence intervals, compared with published figures.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { winRateOf } from '../../../src/leads/insights/win-rate.ts';

test('the win rate is null until a lead is won or lost', () => {
  expect(winRateOf(0, 0)).toEqual({ won: 0, lost: 0, rate: null, low: null, high: null });
});

// R. G. Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17 (1998), table I,
// method 3.
describe('the confidence interval', () => {
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('for %i of %i matches the published Wilson interval', (won, decided, low, high) => {
    const rate = winRateOf(won, decided - won);
    expect(rate.rate).toBe(won / decided);
    expect(rate.low).toBeCloseTo(low, 4);
    expect(rate.high).toBeCloseTo(high, 4);
  });
});

test('the win rate is always within its interval, and the interval within 0 and 1', () => {
  const count = fc.oneof(fc.nat(3), fc.nat(1_000_000));
  fc.assert(
    fc.property(count, count, (won, lost) => {
      fc.pre(won + lost > 0);
      const { rate, low, high } = winRateOf(won, lost) as { rate: number; low: number; high: number };
      expect(low).toBeGreaterThanOrEqual(0);
      expect(low).toBeLessThanOrEqual(rate);
      expect(high).toBeGreaterThanOrEqual(rate);
      expect(high).toBeLessThanOrEqual(1);
    }),
  );
});

test('swapping won and lost mirrors the confidence interval', () => {
  const { low, high } = winRateOf(3, 17) as { low: number; high: number };
  const turned = winRateOf(17, 3) as { low: number; high: number };
  expect(turned.low).toBeCloseTo(1 - high, 12);
  expect(turned.high).toBeCloseTo(1 - low, 12);
});
