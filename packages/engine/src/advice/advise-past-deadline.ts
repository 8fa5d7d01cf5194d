// What to do about a lead that nobody has contacted by the day it asked for.

import { readStatedDeadlines, type StatedDeadline } from '../facts/stated-deadline.ts';
import { nextOpenMoment, type OfficeHours } from './office-hours.ts';
import { dayOf } from './time-zone.ts';

/** Null unless the lead's own deadline lies before today. */
export function advisePastDeadline(
  message: string,
  receivedAt: Date,
  hours: OfficeHours,
  now: Date,
): string | null {
  const { time_zone: zone } = hours;
  const today = dayOf(now.getTime(), zone);
  const deadlines = readStatedDeadlines(message, receivedAt, zone);
  const isPast = ({ day }: StatedDeadline): boolean => day < today;
  const asked = deadlines.find((deadline) => deadline.request !== 'date' && isPast(deadline));
  const daysAhead = dayOf(nextOpenMoment(hours, now).getTime(), zone) - today;
  const when = ['today', 'tomorrow'][daysAhead] ?? 'on the next office day';
  if (asked !== undefined)
    return `They asked for it by ${formatDay(asked.day)}, which has passed: apologize and ${asked.request === 'send' ? 'send it' : 'reply'} ${when}`;
  const last = deadlines.at(-1);
  if (last === undefined || !deadlines.every(isPast)) return null;
  return `Their date, ${formatDay(last.day)}, has passed: ask ${when} if they still need it`;
}

const DAY_MS = 24 * 60 * 60_000;
const DAY = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
});

/** "Fri 13 Nov". Some browsers put a comma after the weekday. */
const formatDay = (day: number): string => DAY.format(day * DAY_MS).replace(',', '');
