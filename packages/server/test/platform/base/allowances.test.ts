import { expect, test } from 'vitest';
import { LOGGED_SUCCESSES } from '../../../src/leads/request-log/request-log.ts';
import { Allowances } from '../../../src/platform/base/allowances.ts';

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

const countTaken = (allowances: Allowances, times: number, now: number, sender = 'a'): number =>
  Array.from({ length: times }, () => allowances.take(sender, 1, now)).filter(Boolean).length;

test('only what is left can be taken', () => {
  const allowances = new Allowances({ burst: 10, perSecond: 2 });
  expect(allowances.take('a', 8, 0)).toBe(true);
  expect(allowances.take('a', 3, 0)).toBe(false);
  expect(allowances.left('a', 0)).toBe(2);
});

test('the first twenty accepted requests of each account are logged, then one every ten seconds', () => {
  const logged = new Allowances(LOGGED_SUCCESSES);
  expect(countTaken(logged, 100, 0)).toBe(20);
  expect(countTaken(logged, 100, 0, 'b')).toBe(20);
  expect(countTaken(logged, 100, 9_999)).toBe(0);
  expect(countTaken(logged, 100, 10_001)).toBe(1);
  expect(countTaken(logged, 100, 20_002)).toBe(1);
  expect(countTaken(logged, 100, 320_002)).toBe(20);
});

test('a sender in debt waits until a part of the allowance is back', () => {
  const allowances = new Allowances({ burst: 1_000, perSecond: 100 });
  expect(allowances.secondsUntilAllowed('a', 0)).toBe(0);
  allowances.use('a', 1_500, 0);
  expect(allowances.secondsInDebt('a', 0)).toBe(5);
  expect(allowances.secondsUntilAllowed('a', 0)).toBeCloseTo(5, 1);
  expect(allowances.secondsUntilAllowed('b', 0)).toBe(0);
  expect(allowances.secondsUntilAllowed('a', 5_100)).toBe(0);
  allowances.use('a', 1_001, 600_000);
  expect(allowances.secondsUntilAllowed('a', 600_000)).toBeGreaterThan(0);
});
