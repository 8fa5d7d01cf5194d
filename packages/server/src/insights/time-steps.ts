// The days or weeks (UTC) that a time is shown by.

export interface TimeSteps {
  readonly unit: 'day' | 'week';
  /** Where each begins; the first one may begin before the time does. */
  readonly starts: readonly Date[];
}

const DAY_MS = 24 * 60 * 60 * 1000;
const WEEK_MS = 7 * DAY_MS;
/** The first Monday since 1970. */
const A_MONDAY = Date.UTC(1970, 0, 5);
/** As many bars as a chart holds. */
const MAX_DAYS = 120;

export function stepsOf(from: Date, to: Date): TimeSteps {
  const isByWeek = to.getTime() - from.getTime() >= MAX_DAYS * DAY_MS;
  const lengthMs = isByWeek ? WEEK_MS : DAY_MS;
  const starts: Date[] = [];
  const first = A_MONDAY + Math.floor((from.getTime() - A_MONDAY) / lengthMs) * lengthMs;
  for (let at = first; at < to.getTime(); at += lengthMs) starts.push(new Date(at));
  return { unit: isByWeek ? 'week' : 'day', starts };
}
