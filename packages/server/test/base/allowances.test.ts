import { expect, test } from 'vitest';
import { Allowances } from '../../src/base/allowances.ts';

test('what is used comes back over time, up to the burst', () => {
  const allowances = new Allowances({ burst: 10, perSecond: 2 });
  expect(allowances.left('a', 0)).toBe(10);
  expect(allowances.use('a', 8, 0)).toBe(2);
  expect(allowances.left('a', 1_000)).toBe(4);
  expect(allowances.left('a', 60_000)).toBe(10);
});

test('more can be used than allowed, up to the largest debt', () => {
  const allowances = new Allowances({ burst: 1, perSecond: 1, maxDebt: 5 });
  expect(allowances.use('a', 3, 0)).toBe(-2);
  expect(allowances.use('a', 100, 0)).toBe(-5);
  expect(allowances.left('a', 2_000)).toBe(-3);
});

test('senders are counted separately, also after others are forgotten', () => {
  const allowances = new Allowances({ burst: 1_000, perSecond: 1 });
  allowances.use('short', 1, 0);
  allowances.use('long', 900, 0);
  allowances.use('other', 1, 20_000); // forgets "short"
  expect(allowances.left('short', 20_000)).toBe(1_000);
  expect(allowances.left('long', 20_000)).toBe(120);
});
