// How often each sender does something within a minute.

import { expect, test } from 'vitest';
import { WindowCounter } from '../../../src/platform/base/window-counter.ts';

test('a sender’s minute begins with the first time, and says how long it lasts', () => {
  const counter = new WindowCounter();
  expect(counter.count('a', 2, 0)).toEqual({ used: 2, secondsLeft: 60 });
  expect(counter.count('a', 1, 59_500)).toEqual({ used: 3, secondsLeft: 1 });
  expect(counter.count('b', 1, 59_500)).toEqual({ used: 1, secondsLeft: 60 });
  expect(counter.count('a', 1, 60_000)).toEqual({ used: 1, secondsLeft: 60 });
});

test('a sender over its limit is rejected until the minute is over', () => {
  const counter = new WindowCounter();
  counter.admit('a', 1, 'the limit is 1', 0);
  expect(() => counter.admit('a', 1, 'the limit is 1', 30_000)).toThrow(
    expect.objectContaining({ code: 'rate_limited', message: 'the limit is 1' }),
  );
  counter.admit('b', 1, 'the limit is 1', 30_000);
  counter.admit('a', 1, 'the limit is 1', 60_000);
});

test('what turned out not to count is taken back, but never below zero', () => {
  const counter = new WindowCounter();
  counter.count('a', 1, 0);
  for (let time = 0; time < 3; time++) counter.uncount('a');
  counter.uncount('unknown');
  expect(counter.count('a', 1, 1)).toMatchObject({ used: 1 });
});
