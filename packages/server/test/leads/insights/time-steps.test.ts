// Splitting a period into days and weeks.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stepsOf } from '../../../src/leads/insights/time-steps.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const startsOf = (from: string, to: string, zone = 'UTC'): string[] =>
  stepsOf(new Date(from), new Date(to), zone).starts.map((start) => start.toISOString());

test('days start at midnight, so the first can start before the period', () => {
  expect(startsOf('2026-03-28T22:30:00Z', '2026-03-30T00:00:01Z')).toEqual([
    '2026-03-28T00:00:00.000Z',
    '2026-03-29T00:00:00.000Z',
    '2026-03-30T00:00:00.000Z',
  ]);
});

test('a period from midnight to midnight is one day', () => {
  expect(startsOf('2026-03-28T00:00:00Z', '2026-03-29T00:00:00Z')).toEqual(['2026-03-28T00:00:00.000Z']);
});

test('days and weeks are those of the account, also when the clocks change', () => {
  expect(startsOf('2026-03-27T23:00:00Z', '2026-03-30T22:00:00Z', 'Europe/Berlin')).toEqual([
    '2026-03-27T23:00:00.000Z',
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T22:00:00.000Z',
  ]);
  // 120 days, one of which has 23 hours.
  const weeks = startsOf('2026-01-31T23:00:00Z', '2026-05-31T22:00:00Z', 'Europe/Berlin');
  expect([weeks[0], weeks.at(-1)]).toEqual(['2026-01-25T23:00:00.000Z', '2026-05-24T22:00:00.000Z']);
});

test('a period of 120 days or more is split into weeks that start on Monday', () => {
  const from = new Date('2026-01-07T00:00:00Z'); // a Wednesday
  const end = from.getTime() + 120 * DAY_MS;
  expect(stepsOf(from, new Date(end - 1), 'UTC')).toMatchObject({ unit: 'day', starts: { length: 120 } });
  const { unit, starts } = stepsOf(from, new Date(end), 'UTC');
  expect(unit).toBe('week');
  expect(starts[0]).toEqual(new Date('2026-01-05T00:00:00Z'));
});

test('every point in time of a period is in exactly one step', () => {
  const moment = fc.date({ min: new Date('1960-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(moment, fc.integer({ min: 1, max: 1_096 * DAY_MS }), (from, lengthMs) => {
      const to = new Date(from.getTime() + lengthMs);
      const { unit, starts } = stepsOf(from, to, 'UTC');
      const stepMs = unit === 'day' ? DAY_MS : 7 * DAY_MS;
      expect(starts.length).toBeLessThanOrEqual(159);
      const [first] = starts as [Date];
      expect(from.getTime() - first.getTime()).toBeGreaterThanOrEqual(0);
      expect(from.getTime() - first.getTime()).toBeLessThan(stepMs);
      for (const [place, start] of starts.entries())
        expect(start.getTime()).toBe(first.getTime() + place * stepMs);
      const end = first.getTime() + starts.length * stepMs;
      expect(end).toBeGreaterThanOrEqual(to.getTime());
      expect(end - stepMs).toBeLessThan(to.getTime());
    }),
  );
});
