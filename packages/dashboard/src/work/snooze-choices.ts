// When a snoozed lead can come back: sensible moments in the account's time zone and office hours.

import type { Profile } from '@leadline/contract';

export type Hours = Pick<Profile, 'time_zone' | 'office_days' | 'opens_at' | 'closes_at'>;

export interface SnoozeChoice {
  readonly name: string;
  readonly until: Date;
}

/** A wall clock time, as `2026-03-29` and `09:00`. */
interface LocalTime {
  readonly day: string;
  readonly time: string;
}

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const LATER_MS = 2 * HOUR_MS;
const MONDAY = 1;

export function listSnoozeChoices(now: Date, hours: Hours): SnoozeChoice[] {
  const { time_zone: zone, opens_at: opening, closes_at: closing } = hours;
  const today = toLocal(now, zone).day;
  const choices: SnoozeChoice[] = [];
  const add = (name: string, day: string, time: string): void => {
    const until = fromLocal({ day, time }, zone);
    if (choices.every((other) => other.until.getTime() !== until.getTime())) choices.push({ name, until });
  };
  // At the full hour, and only while somebody is in the office.
  const later = toLocal(new Date(Math.ceil((now.getTime() + LATER_MS) / HOUR_MS) * HOUR_MS), zone);
  const isOfficeDay = hours.office_days.includes(weekdayOf(today));
  if (isOfficeDay && later.day === today && later.time < closing)
    add('Later today', today, later.time < opening ? opening : later.time);
  add('Tomorrow morning', addDays(today, 1), opening);
  add('Monday', nextMonday(today), opening);
  add('In a week', nextOfficeDay(addDays(today, 7), hours.office_days), opening);
  return choices;
}

function nextMonday(day: string): string {
  return addDays(day, ((MONDAY - weekdayOf(day) + 6) % 7) + 1);
}

function nextOfficeDay(day: string, officeDays: readonly number[]): string {
  let found = day;
  while (!officeDays.includes(weekdayOf(found)) && officeDays.length > 0) found = addDays(found, 1);
  return found;
}

/** From Monday (1) to Sunday (7). */
function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** The clock in the time zone at a moment. */
export function toLocal(moment: Date, timeZone: string): LocalTime {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const [day = '', time = ''] = parts.format(moment).split(' ');
  return { day, time };
}

/** The moment at which the clock in the time zone shows this. A time that daylight saving skips becomes the same time
 * after the change. */
export function fromLocal({ day, time }: LocalTime, timeZone: string): Date {
  const wanted = Date.parse(`${day}T${time}:00Z`);
  const guess = wanted - offsetAt(wanted, timeZone);
  return new Date(wanted - offsetAt(guess, timeZone));
}

/** How far the time zone's clock is ahead of UTC, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const { day, time } = toLocal(new Date(moment), timeZone);
  return Date.parse(`${day}T${time}:00Z`) - Math.floor(moment / 60_000) * 60_000;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** "Mon 16 Nov, 09:00" */
export function formatSnooze(until: Date, timeZone: string): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
    });
  formats.set(timeZone, format);
  return format.format(until);
}
