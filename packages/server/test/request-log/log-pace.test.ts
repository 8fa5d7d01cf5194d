import { expect, test } from 'vitest';
import { LogPace } from '../../src/request-log/log-pace.ts';

const countDue = (pace: LogPace, times: number, now: number, account = 'a'): number =>
  Array.from({ length: times }, () => pace.isDue(account, now)).filter(Boolean).length;

test('the first twenty requests are logged, then one every ten seconds', () => {
  const pace = new LogPace();
  expect(countDue(pace, 100, 0)).toBe(20);
  expect(countDue(pace, 100, 9_999)).toBe(0);
  expect(countDue(pace, 100, 10_001)).toBe(1);
  expect(countDue(pace, 100, 20_002)).toBe(1);
});

test('an account that paused can log twenty requests again', () => {
  const pace = new LogPace();
  countDue(pace, 100, 0);
  expect(countDue(pace, 100, 300_000)).toBe(20);
});

test('accounts are counted separately', () => {
  const pace = new LogPace();
  countDue(pace, 100, 0);
  expect(countDue(pace, 100, 0, 'b')).toBe(20);
});
