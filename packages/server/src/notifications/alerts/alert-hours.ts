// When a person may be alerted: always, in hours of their own, or in the office hours of the account.

import { nextOpenMoment, type OfficeHours } from '@leadline/engine/office-hours';

/** The columns of a person's choices and of their account's profile; the latter are null if nobody has filled it in. */
export interface HoursRow {
  readonly hours: 'always' | 'chosen' | 'office';
  readonly opens_at: string;
  readonly closes_at: string;
  readonly time_zone: string | null;
  readonly office_days: number[] | null;
  readonly office_opens_at: string | null;
  readonly office_closes_at: string | null;
}

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

/** The same defaults as in the migration that made profiles. */
export const officeHoursOf = (row: Omit<HoursRow, 'hours' | 'opens_at' | 'closes_at'>): OfficeHours => ({
  time_zone: row.time_zone ?? 'UTC',
  office_days: row.office_days ?? [1, 2, 3, 4, 5],
  opens_at: toTime(row.office_opens_at ?? '09:00'),
  closes_at: toTime(row.office_closes_at ?? '17:00'),
});

/** Now, or when the quiet hours end. */
export function nextAllowedMoment(row: HoursRow, now: Date): Date {
  const office = officeHoursOf(row);
  switch (row.hours) {
    case 'always':
      return now;
    case 'office':
      return nextOpenMoment(office, now);
    case 'chosen':
      return nextOpenMoment(
        {
          time_zone: office.time_zone,
          office_days: EVERY_DAY,
          opens_at: toTime(row.opens_at),
          closes_at: toTime(row.closes_at),
        },
        now,
      );
  }
}

/** Without the seconds that PostgreSQL adds. */
const toTime = (time: string): string => time.slice(0, 'hh:mm'.length);
