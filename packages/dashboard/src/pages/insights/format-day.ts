// Formats days of the account's calendar: "3 Aug", with the year added if it isn't the current one.

import { browserTimeZone, hasSameClock } from '../../regions/regions.ts';
import { toLocal } from '../../work/snooze-choices.ts';

// A day is a date at midnight UTC.
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const DAY_AND_YEAR = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** The day `2026-08-03` that it is at a moment in a time zone. */
export const dayIn = (moment: string | number, timeZone: string): string =>
  toLocal(new Date(moment), timeZone).day;

export function formatDay(day: string): string {
  const date = new Date(day);
  const isThisYear = date.getUTCFullYear() === new Date().getUTCFullYear();
  return (isThisYear ? DAY : DAY_AND_YEAR).format(date);
}

/** "3 Aug to 9 Aug", with the time zone for those whose clocks show another time. */
export function describeDays(firstDay: string, lastDay: string, timeZone: string): string {
  const days = `${formatDay(firstDay)} to ${formatDay(lastDay)}`;
  return hasSameClock(timeZone, browserTimeZone()) ? days : `${days} (${timeZone.replaceAll('_', ' ')})`;
}
