import { describe, expect, test } from 'vitest';
import {
  auc,
  bootstrapInterval,
  calibrationError,
  lift,
  logLoss,
  reliability,
  shareInterval,
} from '../src/index.ts';

describe('auc', () => {
  test('is 1 for a perfect order, 0 for a reversed one and a half for ties', () => {
    expect(auc([0.1, 0.2, 0.8, 0.9], [0, 0, 1, 1])).toBe(1);
    expect(auc([0.9, 0.8, 0.2, 0.1], [0, 0, 1, 1])).toBe(0);
    expect(auc([0.5, 0.5, 0.5], [0, 1, 0])).toBe(0.5);
  });

  test('is the share of pairs in the right order', () => {
    // Of 6 pairs, (0.4 won, 0.6 lost) is wrong and (0.3 won, 0.3 lost) is a tie.
    expect(auc([0.3, 0.4, 0.9, 0.3, 0.1, 0.2], [1, 1, 1, 0, 0, 0])).toBeCloseTo(8.5 / 9);
  });

  test('is null if nothing can be ranked', () => {
    expect(auc([0.1, 0.2], [1, 1])).toBeNull();
    expect(auc([], [])).toBeNull();
  });
});

describe('lift', () => {
  test('says which share of the wins the best leads hold', () => {
    expect(lift([0.9, 0.8, 0.3, 0.2, 0.1], [1, 0, 1, 0, 0], 0.2)).toEqual({
      called: 0.2,
      found: 0.5,
      lift: 2.5,
    });
  });

  test('leads with the same prediction share their wins', () => {
    expect(lift([0.5, 0.5, 0.5, 0.5], [1, 0, 0, 0], 0.5)?.found).toBe(0.5);
  });

  test('is null without wins', () => {
    expect(lift([0.5], [0], 0.2)).toBeNull();
  });
});

describe('reliability', () => {
  test('compares predicted and observed shares in bins of equal size', () => {
    const curve = reliability([0.1, 0.1, 0.9, 0.9], [0, 0, 1, 0], 2);
    expect(curve.map(({ leads, won, observed }) => [leads, won, observed])).toEqual([
      [2, 0, 0],
      [2, 1, 0.5],
    ]);
    expect(curve[1]?.predicted).toBeCloseTo(0.9);
    for (const { low, high, observed } of curve) {
      expect(low).toBeLessThanOrEqual(observed);
      expect(high).toBeGreaterThanOrEqual(observed);
    }
  });

  test('the calibration error is 0 if shares match', () => {
    expect(calibrationError([0.5, 0.5], [0, 1], 1)).toBe(0);
    expect(calibrationError([0.9, 0.9], [0, 1], 1)).toBeCloseTo(0.4);
  });

  test('few leads make a wide interval, many a narrow one', () => {
    const width = (won: number, leads: number): number => {
      const { low, high } = shareInterval(won, leads);
      return high - low;
    };
    expect(width(1, 2)).toBeGreaterThan(0.5);
    expect(width(500, 1_000)).toBeLessThan(0.06);
    expect(shareInterval(0, 0)).toEqual({ low: 0, high: 1 });
  });
});

describe('bootstrapInterval', () => {
  const meanOf = (values: readonly number[]) => (sample: Uint32Array) =>
    sample.reduce((sum, row) => sum + (values[row] as number), 0) / sample.length;

  test('is the same for the same seed and holds the figure', () => {
    const values = Array.from({ length: 100 }, (_, index) => index);
    const interval = bootstrapInterval(100, meanOf(values), { seed: 7 });
    expect(interval).toEqual(bootstrapInterval(100, meanOf(values), { seed: 7 }));
    expect(interval).not.toEqual(bootstrapInterval(100, meanOf(values), { seed: 8 }));
    expect(interval?.low).toBeLessThan(49.5);
    expect(interval?.high).toBeGreaterThan(49.5);
  });
});

test('the log-loss rewards certainty that is right and survives certainty that is wrong', () => {
  expect(logLoss([0.9], [1])).toBeCloseTo(-Math.log(0.9));
  expect(logLoss([0], [1])).toBeCloseTo(-Math.log(1e-4));
});
