// Splits a period into days or weeks of the account for charts.

import { dayOf, momentOf, wallClock, weekdayOf } from '@leadline/engine/time-zone';

export interface TimeSteps {
  readonly unit: 'day' | 'week';
  /** The start of each step. The first may be before the period. */
  readonly starts: readonly Date[];
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** The maximum number of bars that fit in a chart. */
const MAX_DAYS = 120;

export function stepsOf(from: Date, to: Date, zone: string): TimeSteps {
  // Days can have 23 or 25 hours, but not on the wall clock.
  const wallMs = wallClock(to.getTime(), zone) - wallClock(from.getTime(), zone);
  const isByWeek = wallMs >= MAX_DAYS * DAY_MS;
  const firstDay = dayOf(from.getTime(), zone);
  const first = isByWeek ? firstDay - weekdayOf(firstDay) + 1 : firstDay;
  const starts: Date[] = [];
  for (let day = first; ; day += isByWeek ? 7 : 1) {
    const start = new Date(momentOf(day, 0, zone));
    if (start >= to) break;
    starts.push(start);
  }
  return { unit: isByWeek ? 'week' : 'day', starts };
}
