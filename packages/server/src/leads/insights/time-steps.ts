// Splits a period into days or weeks of the account, for charts and for what is kept of each.

import { dayOf, momentOf, wallClock, weekdayOf } from '@leadline/engine/time-zone';

export type Unit = 'day' | 'week';

export interface TimeSteps {
  readonly unit: Unit;
  /** The start of each step. The first may be before the period. */
  readonly starts: readonly Date[];
}

export interface Range {
  readonly from: Date;
  readonly to: Date;
  /** A whole day or week, and not only a part. */
  readonly isWhole: boolean;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** The maximum number of bars that fit in a chart. */
const MAX_DAYS = 120;

export function stepsOf(from: Date, to: Date, zone: string): TimeSteps {
  // Days can have 23 or 25 hours, but not on the wall clock.
  const wallMs = wallClock(to.getTime(), zone) - wallClock(from.getTime(), zone);
  const unit = wallMs >= MAX_DAYS * DAY_MS ? 'week' : 'day';
  return { unit, starts: startsOf(from, to, unit, zone) };
}

function startsOf(from: Date, to: Date, unit: Unit, zone: string): Date[] {
  const firstDay = dayOf(from.getTime(), zone);
  const first = unit === 'week' ? firstDay - weekdayOf(firstDay) + 1 : firstDay;
  const starts: Date[] = [];
  for (let day = first; ; day += unit === 'week' ? 7 : 1) {
    const start = new Date(momentOf(day, 0, zone));
    if (start >= to) return starts;
    starts.push(start);
  }
}

/** Covers the period with whole weeks or days where possible; what remains of a week is split into days. */
export function rangesOf(from: Date, to: Date, unit: Unit, zone: string): Range[] {
  const starts = startsOf(from, to, unit, zone);
  return starts.flatMap((start, place) => {
    const end = starts[place + 1] ?? endOf(start, unit, zone);
    if (start >= from && end <= to) return [{ from: start, to: end, isWhole: true }];
    const part = { from: start < from ? from : start, to: end > to ? to : end };
    return unit === 'week' ? rangesOf(part.from, part.to, 'day', zone) : [{ ...part, isWhole: false }];
  });
}

const endOf = (start: Date, unit: Unit, zone: string): Date =>
  new Date(momentOf(dayOf(start.getTime(), zone) + (unit === 'week' ? 7 : 1), 0, zone));
