// Properties of office time and deadlines, in time zones with every kind of daylight saving.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AdvisedLead, advise } from '../../src/advice/advise.ts';
import { addOfficeMinutes, type OfficeHours, officeMinutesAt } from '../../src/advice/office-hours.ts';

fc.configureGlobal({ seed: 20_261_116 });

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe', // shifts by half an hour
  'Pacific/Chatham',
  'Africa/Casablanca',
  'Pacific/Kiritimati',
  'America/Havana', // shifts at midnight
];
const MINUTE_MS = 60_000;
const pad = (figure: number): string => String(figure).padStart(2, '0');
const toTime = (minutes: number): string => `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;

const anyHours: fc.Arbitrary<OfficeHours> = fc
  .record({
    time_zone: fc.constantFrom(...ZONES),
    office_days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
    opens: fc.integer({ min: 0, max: 1_300 }),
    length: fc.integer({ min: 1, max: 1_440 }),
  })
  .map(({ time_zone, office_days, opens, length }) => ({
    time_zone,
    office_days,
    opens_at: toTime(opens),
    closes_at: toTime(Math.min(opens + length, 1_439)),
  }));
const anyMoment = fc
  .integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2030, 0, 1) })
  .map((ms) => new Date(ms));
/** From seconds to months. */
const anyWait = fc.oneof(
  fc.integer({ min: 0, max: 3_600_000 }),
  fc.integer({ min: 0, max: 100 * 86_400_000 }),
);
const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

const clocks = new Map<string, Intl.DateTimeFormat>();
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'longOffset',
    });
  clocks.set(timeZone, clock);
  return clock;
}

/** Written apart from the code under test. */
function isInOffice({ time_zone, office_days, opens_at, closes_at }: OfficeHours, at: Date): boolean {
  const parts = clockOf(time_zone).formatToParts(at);
  const part = (wanted: string): string => parts.find(({ type }) => type === wanted)?.value ?? '';
  const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(part('weekday')) + 1;
  const time = `${part('hour')}:${part('minute')}`;
  const isBeforeClosing = time < closes_at || closes_at === '23:59';
  return office_days.includes(day) && time >= opens_at && isBeforeClosing;
}

describe('office time', () => {
  test('never runs backwards', () => {
    fc.assert(
      fc.property(anyHours, anyMoment, anyWait, (hours, at, wait) => {
        expect(officeMinutesAt(hours, later(at, wait))).toBeGreaterThanOrEqual(officeMinutesAt(hours, at));
      }),
      { numRuns: 1_500 },
    );
  });

  test('stands still outside office hours, and runs during them', () => {
    fc.assert(
      fc.property(anyHours, anyMoment, (hours, at) => {
        const soon = later(at, MINUTE_MS);
        const passed = officeMinutesAt(hours, soon) - officeMinutesAt(hours, at);
        // Within three hours of a change of the clocks, a time may be skipped or come twice.
        const isSteady = [-3, 3].every((hoursAway) => {
          const other = later(at, hoursAway * 60 * MINUTE_MS);
          return offsetOf(hours.time_zone, other) === offsetOf(hours.time_zone, at);
        });
        if (!isSteady) return;
        if (!isInOffice(hours, at) && !isInOffice(hours, soon)) expect(passed).toBe(0);
        if (isInOffice(hours, at) && isInOffice(hours, soon)) expect(passed).toBeGreaterThan(0);
      }),
      { numRuns: 1_500 },
    );
  });

  test('counts every minute of an ordinary day once', () => {
    fc.assert(
      fc.property(anyHours, anyMoment, fc.integer({ min: 1, max: 5_000 }), (hours, at, minutes) => {
        const due = addOfficeMinutes(hours, at, minutes);
        expect(due.getTime()).toBeGreaterThanOrEqual(at.getTime());
        expect(officeMinutesAt(hours, due) - officeMinutesAt(hours, at)).toBeCloseTo(minutes, 2);
        // No earlier moment will do.
        expect(officeMinutesAt(hours, later(due, -MINUTE_MS))).toBeLessThan(officeMinutesAt(hours, due));
      }),
      { numRuns: 1_500 },
    );
  });

  test.each([
    // The clocks change on 29 March 2026 in Berlin, and on 1 November 2026 in New York.
    ['Europe/Berlin', '2026-03-27T16:30:00+01:00', '2026-03-30T09:30:00+02:00'],
    ['America/New_York', '2026-10-30T16:30:00-04:00', '2026-11-02T09:30:00-05:00'],
    ['Asia/Kolkata', '2026-03-27T16:30:00+05:30', '2026-03-30T09:30:00+05:30'],
  ])('ends an hour on Monday that began on Friday in %s', (time_zone, from, due) => {
    const hours = { time_zone, office_days: [1, 2, 3, 4, 5], opens_at: '09:00', closes_at: '17:00' };
    expect(addOfficeMinutes(hours, new Date(from), 60)).toEqual(new Date(due));
  });

  test('has the night shift of a change of clocks, too', () => {
    const hours = {
      time_zone: 'Europe/Berlin',
      office_days: [1, 2, 3, 4, 5, 6, 7],
      opens_at: '02:30',
      closes_at: '03:30',
    };
    // From 2:00 straight to 3:00: the hour is as short as a minute, but counts as the office day it is.
    const before = officeMinutesAt(hours, new Date('2026-03-29T00:00:00+01:00'));
    const after = officeMinutesAt(hours, new Date('2026-03-30T00:00:00+02:00'));
    expect(after - before).toBe(60);
  });

  test('goes by UTC in a time zone this browser does not know', () => {
    const hours = { office_days: [1, 2, 3, 4, 5], opens_at: '09:00', closes_at: '17:00' };
    const at = new Date('2026-11-16T12:34:00Z');
    expect(officeMinutesAt({ ...hours, time_zone: 'Mars/Olympus' }, at)).toBe(
      officeMinutesAt({ ...hours, time_zone: 'UTC' }, at),
    );
  });
});

describe('advice', () => {
  const RANKS = ['due', 'overdue', 'late'];
  const anyNewLead = anyMoment.chain((receivedAt) =>
    fc.constantFrom('Hot' as const, 'Warm' as const, 'Cool' as const).map(
      (grade): AdvisedLead => ({
        grade,
        contact_grade: 'B',
        priority_action: 'Call within the hour',
        received_at: receivedAt.toISOString(),
        status: 'new',
        contacted_at: null,
        snoozed_until: null,
      }),
    ),
  );
  const rank = (lead: AdvisedLead, hours: OfficeHours, now: Date): number =>
    RANKS.indexOf(advise(lead, hours, now)?.urgency ?? '');

  test('is never overdue before it is due, and always once an office minute has passed since', () => {
    fc.assert(
      fc.property(anyHours, anyNewLead, anyWait, (hours, lead, wait) => {
        const now = later(new Date(lead.received_at), wait);
        const advice = advise(lead, hours, now);
        const due = advice?.dueAt as Date;
        expect(due.getTime()).toBeGreaterThanOrEqual(new Date(lead.received_at).getTime());
        if (now <= due) expect(advice?.urgency).toBe('due');
        if (officeMinutesAt(hours, now) >= officeMinutesAt(hours, due) + 1)
          expect(advice?.urgency).not.toBe('due');
      }),
      { numRuns: 1_500 },
    );
  });

  test('only ever becomes more urgent', () => {
    fc.assert(
      fc.property(anyHours, anyNewLead, anyWait, anyWait, (hours, lead, first, second) => {
        const now = later(new Date(lead.received_at), first);
        expect(rank(lead, hours, later(now, second))).toBeGreaterThanOrEqual(rank(lead, hours, now));
      }),
      { numRuns: 1_500 },
    );
  });

  test('gives a later lead no earlier deadline', () => {
    fc.assert(
      fc.property(anyHours, anyNewLead, anyWait, (hours, lead, wait) => {
        const now = new Date(lead.received_at);
        const other = { ...lead, received_at: later(now, wait).toISOString() };
        const due = (given: AdvisedLead): number => advise(given, hours, now)?.dueAt?.getTime() ?? Number.NaN;
        expect(due(other)).toBeGreaterThanOrEqual(due(lead));
      }),
      { numRuns: 1_500 },
    );
  });
});

function offsetOf(timeZone: string, at: Date): string {
  const parts = clockOf(timeZone).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
