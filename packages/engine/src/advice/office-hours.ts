// Time as the office sees it: a clock that only runs during office hours. An office day always counts the same, also
// when the clocks change during it.

import { dayOf, MINUTE_MS, momentOf, weekdayOf } from './time-zone.ts';

/** The part of an account's profile that says when people work. */
export interface OfficeHours {
  readonly time_zone: string;
  /** From Monday (1) to Sunday (7). */
  readonly office_days: readonly number[];
  readonly opens_at: string;
  /** 23:59 means midnight. */
  readonly closes_at: string;
}

/** Office minutes since a Monday long ago. Only differences mean something. */
export function officeMinutesAt(hours: OfficeHours, at: Date): number {
  const day = dayOf(at.getTime(), hours.time_zone);
  const past = countOfficeDaysBefore(hours, day);
  const worked = hours.office_days.includes(weekdayOf(day)) ? shareOfDay(hours, day, at.getTime()) : 0;
  return (past + worked) * minutesPerDay(hours);
}

/** The earliest moment by which so many office minutes have passed since `from`. */
export function addOfficeMinutes(hours: OfficeHours, from: Date, minutes: number): Date {
  const total = officeMinutesAt(hours, from) + minutes;
  const length = minutesPerDay(hours);
  const daysDone = Math.ceil(total / length) - 1;
  const day = findOfficeDay(hours, daysDone);
  const { opens, closes } = boundsOf(hours, day);
  const at = Math.round(opens + (total / length - daysDone) * (closes - opens));
  return new Date(Math.max(at, from.getTime()));
}

/** When the office day closes that is in progress, has just ended or comes next. */
export function closingTime(hours: OfficeHours, at: Date): Date {
  const day = findOfficeDay(hours, Math.ceil(officeMinutesAt(hours, at) / minutesPerDay(hours)) - 1);
  return new Date(boundsOf(hours, day).closes);
}

/** Now, or when the office opens next. */
export function nextOpenMoment(hours: OfficeHours, now: Date): Date {
  const day = findOfficeDay(hours, Math.floor(officeMinutesAt(hours, now) / minutesPerDay(hours)));
  return new Date(Math.max(boundsOf(hours, day).opens, now.getTime()));
}

export const minutesPerDay = (hours: OfficeHours): number =>
  Math.max(1, toMinutes(hours.closes_at) - toMinutes(hours.opens_at));

function toMinutes(timeOfDay: string): number {
  if (timeOfDay === '23:59') return 24 * 60;
  const [hour = 0, minute = 0] = timeOfDay.split(':').map(Number);
  return hour * 60 + minute;
}

function boundsOf(hours: OfficeHours, day: number): { readonly opens: number; readonly closes: number } {
  const opens = momentOf(day, toMinutes(hours.opens_at), hours.time_zone);
  return {
    opens,
    closes: Math.max(opens + MINUTE_MS, momentOf(day, toMinutes(hours.closes_at), hours.time_zone)),
  };
}

function shareOfDay(hours: OfficeHours, day: number, atMs: number): number {
  const { opens, closes } = boundsOf(hours, day);
  return Math.min(Math.max(atMs - opens, 0) / (closes - opens), 1);
}

/** 1970-01-05, counted from 1970-01-01. */
const FIRST_MONDAY = 4;

function countOfficeDaysBefore({ office_days }: OfficeHours, day: number): number {
  const weeks = Math.floor((day - FIRST_MONDAY) / 7);
  const weekday = weekdayOf(day);
  return weeks * office_days.length + office_days.filter((other) => other < weekday).length;
}

/** The day before which there are so many office days. */
function findOfficeDay({ office_days }: OfficeHours, before: number): number {
  const weeks = Math.floor(before / office_days.length);
  const weekday = office_days.toSorted((a, b) => a - b)[before - weeks * office_days.length] ?? 1;
  return FIRST_MONDAY + weeks * 7 + weekday - 1;
}
