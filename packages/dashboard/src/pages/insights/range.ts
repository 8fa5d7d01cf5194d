// The time that is looked at, as the address tells it: `?range=90d`, or `?from=2026-01-01&to=2026-03-31`. Whole days in
// UTC, as the server counts them; so the same question is asked all day long and can be kept.

import { MAX_INSIGHTS_YEARS } from '@leadline/contract/limits';
export type RangeId = '7d' | '30d' | '90d' | '12m' | 'custom';

export interface Range {
  readonly id: RangeId;
  /** Days, `2026-01-31`; both included. */
  readonly firstDay: string;
  readonly lastDay: string;
  /** As the API is asked: from this moment, before that one. */
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS: ReadonlyMap<string, number> = new Map([
  ['7d', 7],
  ['30d', 30],
  ['90d', 90],
]);
const DEFAULT: RangeId = '30d';

export function readRange(search: URLSearchParams, now: number): Range {
  const firstDay = search.get('from');
  const lastDay = search.get('to');
  if (firstDay !== null && lastDay !== null && findFault(firstDay, lastDay) === null) {
    return makeRange('custom', firstDay, lastDay);
  }
  const id = search.get('range') ?? DEFAULT;
  const today = toDay(now);
  if (id === '12m') return makeRange('12m', addDays(addYears(today, -1), 1), today);
  const days = DAYS.get(id);
  return days === undefined
    ? makeRange(DEFAULT, addDays(today, -29), today)
    : makeRange(id as RangeId, addDays(today, 1 - days), today);
}

/** What is wrong with a range somebody wrote, or null. */
export function findFault(firstDay: string, lastDay: string): string | null {
  if (!isDay(firstDay) || !isDay(lastDay)) return 'Choose both days';
  if (firstDay > lastDay) return 'The first day must not be after the last';
  if (addDays(lastDay, 1) > addYears(firstDay, MAX_INSIGHTS_YEARS))
    return `Choose at most ${MAX_INSIGHTS_YEARS} years`;
  return null;
}

function makeRange(id: RangeId, firstDay: string, lastDay: string): Range {
  return {
    id,
    firstDay,
    lastDay,
    from: `${firstDay}T00:00:00.000Z`,
    to: `${addDays(lastDay, 1)}T00:00:00.000Z`,
  };
}

function isDay(text: string): boolean {
  return (
    /^[12]\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && toDay(Date.parse(text)) === text
  );
}

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function addDays(day: string, days: number): string {
  return toDay(Date.parse(day) + days * DAY_MS);
}

function addYears(day: string, years: number): string {
  const date = new Date(day);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return toDay(date.getTime());
}
