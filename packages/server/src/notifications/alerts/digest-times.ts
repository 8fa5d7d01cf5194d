// When digests are due: at an hour of the account's clocks, on office days.

import type { OfficeHours } from '@leadline/engine/office-hours';
import { dayOf, momentOf, weekdayOf } from '@leadline/engine/time-zone';

type Office = Pick<OfficeHours, 'time_zone' | 'office_days'>;

/** A digest that could not be sent in time is still useful for a while. */
const MAX_LATE_MS = 3 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const MINUTES_PER_HOUR = 60;

const momentOn = (day: number, hour: number, { time_zone }: Office): Date =>
  new Date(momentOf(day, hour * MINUTES_PER_HOUR, time_zone));

/** The first one after `now`. */
export function nextDigest(office: Office, hour: number, now: Date): Date {
  let day = dayOf(now.getTime(), office.time_zone);
  while (!isOfficeDay(office, day) || momentOn(day, hour, office) <= now) day++;
  return momentOn(day, hour, office);
}

export interface DueDigest {
  /** The day of the digest where the account is, as `YYYY-MM-DD`. */
  readonly day: string;
  /** When the digest before it was due. */
  readonly since: Date;
}

/** Null if none is due now. */
export function findDueDigest(office: Office, hour: number, now: Date): DueDigest | null {
  const day = dayOf(now.getTime(), office.time_zone);
  const lateMs = now.getTime() - momentOn(day, hour, office).getTime();
  if (!isOfficeDay(office, day) || lateMs < 0 || lateMs >= MAX_LATE_MS) return null;
  let before = day - 1;
  while (!isOfficeDay(office, before)) before--;
  return {
    day: new Date(day * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length),
    since: momentOn(before, hour, office),
  };
}

const isOfficeDay = ({ office_days }: Office, day: number): boolean => office_days.includes(weekdayOf(day));
