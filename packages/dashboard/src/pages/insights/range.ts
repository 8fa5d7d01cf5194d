// Reads the period from the URL: `?range=90d` or `?from=2026-01-01&to=2026-03-31`. Uses whole days of
// the account, so that the request stays the same all day and can be cached.

import { MAX_INSIGHTS_YEARS } from '@leadline/contract/limits';
import { fromLocal } from '../../work/snooze-choices.ts';
import { dayIn } from './format-day.ts';

export type RangeId = '7d' | '30d' | '90d' | '12m' | 'custom';

export interface Range {
  readonly id: RangeId;
  /** Days such as `2026-01-31`, both inclusive. */
  readonly firstDay: string;
  readonly lastDay: string;
  /** For the API: `from` is inclusive, `to` exclusive. */
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

export function readRange(search: URLSearchParams, now: number, timeZone: string): Range {
  const firstDay = search.get('from');
  const lastDay = search.get('to');
  if (firstDay !== null && lastDay !== null && validateDays(firstDay, lastDay) === null) {
    return makeRange('custom', firstDay, lastDay, timeZone);
  }
  const id = search.get('range') ?? DEFAULT;
  const today = dayIn(now, timeZone);
  if (id === '12m') return makeRange('12m', addDays(addYears(today, -1), 1), today, timeZone);
  const days = DAYS.get(id);
  return days === undefined
    ? makeRange(DEFAULT, addDays(today, -29), today, timeZone)
    : makeRange(id as RangeId, addDays(today, 1 - days), today, timeZone);
}

/** The period of the twelve months that end with this day, as in the URL. */
export const yearBefore = (lastDay: string): Readonly<Record<string, string>> => ({
  from: addDays(addYears(lastDay, -1), 1),
  to: lastDay,
});

/** Returns an error message, or null if the days are valid. */
export function validateDays(firstDay: string, lastDay: string): string | null {
  if (!isDay(firstDay) || !isDay(lastDay)) return 'Choose both days';
  if (firstDay > lastDay) return 'The first day can’t be after the last day';
  if (addDays(lastDay, 1) > addYears(firstDay, MAX_INSIGHTS_YEARS))
    return `Choose ${MAX_INSIGHTS_YEARS} years or less`;
  return null;
}

function makeRange(id: RangeId, firstDay: string, lastDay: string, timeZone: string): Range {
  const startOf = (day: string): string => fromLocal({ day, time: '00:00' }, timeZone).toISOString();
  return {
    id,
    firstDay,
    lastDay,
    from: startOf(firstDay),
    to: startOf(addDays(lastDay, 1)),
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
