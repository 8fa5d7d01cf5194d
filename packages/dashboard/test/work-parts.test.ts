// The pure parts of working on leads: when a snoozed lead comes back, initials, and who changed a lead.

import type { TimelineEntry } from '@leadline/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeEntry } from '../src/work/describe-conflict.ts';
import { initialsOf } from '../src/work/initials.ts';
import { fromLocal, type Hours, listSnoozeChoices, toLocal } from '../src/work/snooze-choices.ts';

const BERLIN: Hours = {
  time_zone: 'Europe/Berlin',
  office_days: [1, 2, 3, 4, 5],
  opens_at: '09:00',
  closes_at: '17:00',
};

const choices = (now: string, hours: Hours = BERLIN): Record<string, string> =>
  Object.fromEntries(
    listSnoozeChoices(new Date(now), hours).map(({ name, until }) => [name, until.toISOString()]),
  );

describe('the choices of a snooze', () => {
  test('are at opening time in the time zone of the account', () => {
    // A Wednesday at 10:20 in Berlin.
    expect(choices('2026-03-11T09:20:00Z')).toEqual({
      'Later today': '2026-03-11T12:00:00.000Z',
      'Tomorrow morning': '2026-03-12T08:00:00.000Z',
      Monday: '2026-03-16T08:00:00.000Z',
      'In a week': '2026-03-18T08:00:00.000Z',
    });
  });

  test('are not today once the office is about to close', () => {
    expect(choices('2026-03-11T14:10:00Z')).not.toHaveProperty('Later today');
  });

  test('name each moment once, and skip days off', () => {
    // On Sunday, Monday is tomorrow; a week later is a Sunday again, so the choice is the Monday after it.
    expect(choices('2026-03-15T09:00:00Z')).toEqual({
      'Tomorrow morning': '2026-03-16T08:00:00.000Z',
      'In a week': '2026-03-23T08:00:00.000Z',
    });
  });

  test('offer today only in office hours: at night, the opening time', () => {
    expect(choices('2026-03-16T01:30:00Z')['Later today']).toBe('2026-03-16T08:00:00.000Z');
    expect(choices('2026-03-16T15:30:00Z')['Later today']).toBeUndefined();
  });

  test('keep the opening time when the clocks change', () => {
    // Clocks go forward on Sunday, 29 March 2026.
    expect(choices('2026-03-27T08:00:00Z').Monday).toBe('2026-03-30T07:00:00.000Z');
  });

  test('are in the future and at most ten days away', () => {
    const zone = fc.constantFrom('UTC', 'America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Auckland');
    const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(zone, moment, (time_zone, now) => {
        for (const { until } of listSnoozeChoices(now, { ...BERLIN, time_zone })) {
          expect(until.getTime()).toBeGreaterThan(now.getTime());
          expect(until.getTime()).toBeLessThan(now.getTime() + 10 * 86_400_000);
        }
      }),
    );
  });
});

test('a local time survives the round trip through a moment', () => {
  const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu');
  const minutes = fc.integer({ min: 27_000_000, max: 34_000_000 });
  fc.assert(
    fc.property(zone, minutes, (timeZone, minute) => {
      const local = toLocal(new Date(minute * 60_000), timeZone);
      expect(toLocal(fromLocal(local, timeZone), timeZone)).toEqual(local);
    }),
  );
});

test('initials are those of the first and the last name', () => {
  expect(['Ana María López', 'Bo', 'ana.lopez@acme.com', ''].map(initialsOf)).toEqual(['AL', 'B', 'AL', '']);
});

describe('a conflict', () => {
  const team = { me: 'user_me', nameOf: (userId: string) => (userId === 'user_bo' ? 'Bo Berg' : 'Al') };
  const at = { entry_id: 'act_1', at: '2026-03-10T09:00:00Z' };
  const describeIt = (entry: Parameters<typeof describeEntry>[0]) => describeEntry(entry, 'Ana', team);
  const assigned = (by: string, assignee: string | null): Extract<TimelineEntry, { event: 'assigned' }> => ({
    ...at,
    event: 'assigned',
    by,
    assignee,
    previous: null,
  });

  test('says who took, gave or closed the lead', () => {
    expect(describeIt(assigned('user_bo', 'user_bo'))).toBe('Bo Berg took Ana');
    expect(describeIt(assigned('user_al', 'user_me'))).toBe('Al assigned Ana to you');
    expect(describeIt(assigned('user_me', null))).toBe('You unassigned Ana');
    expect(describeIt(assigned('worker', 'user_bo'))).toBe('Leadline assigned Ana to Bo Berg');
    expect(
      describeIt({ ...at, event: 'status', by: 'key_1', status: 'contacted', previous: 'new', note: null }),
    ).toBe('An API key marked Ana as contacted');
  });
});
