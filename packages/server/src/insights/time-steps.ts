// Splits a period into days or weeks (UTC) for charts.

export interface TimeSteps {
  readonly unit: 'day' | 'week';
  /** The start of each step. The first may be before the period. */
  readonly starts: readonly Date[];
}

const DAY_MS = 24 * 60 * 60 * 1000;
const WEEK_MS = 7 * DAY_MS;
/** Weeks are counted from this date, which is a Monday. */
const A_MONDAY = Date.UTC(1970, 0, 5);
/** The maximum number of bars that fit in a chart. */
const MAX_DAYS = 120;

export function stepsOf(from: Date, to: Date): TimeSteps {
  const isByWeek = to.getTime() - from.getTime() >= MAX_DAYS * DAY_MS;
  const lengthMs = isByWeek ? WEEK_MS : DAY_MS;
  const starts: Date[] = [];
  const first = A_MONDAY + Math.floor((from.getTime() - A_MONDAY) / lengthMs) * lengthMs;
  for (let at = first; at < to.getTime(); at += lengthMs) starts.push(new Date(at));
  return { unit: isByWeek ? 'week' : 'day', starts };
}
