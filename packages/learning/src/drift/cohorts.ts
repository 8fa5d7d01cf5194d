// Puts leads into weeks, from Monday to Sunday in UTC, so that weekdays don't matter. Only whole weeks count, and outcomes are
// compared at the same age: a young lead isn't lost yet.

import type { DriftTable } from './drift-table.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** 1970 began on a Thursday. */
const MONDAY_MS = 4 * DAY_MS;

/** Longest comparison, and the longest wait for outcomes. */
export const MAX_WINDOW_WEEKS = 13;
export const MAX_REFERENCE_WEEKS = 39;
const MAX_HORIZON_WEEKS = 13;
/** How far back leads are needed. */
export const HISTORY_WEEKS = MAX_REFERENCE_WEEKS + MAX_WINDOW_WEEKS + MAX_HORIZON_WEEKS;

/** Weeks with more leads than this many usual ones are imports of old leads without dates. */
const MAX_TIMES_MEDIAN = 5;
/** Outcomes are compared at an age by which this share of them is usually known. */
const KNOWN_SHARE = 0.75;

export interface Cohorts {
  /** Week 0 begins then. */
  readonly firstMonday: number;
  readonly weeks: number;
  /** Per row; -1 if it doesn't count. */
  readonly weekOf: Int16Array;
  /** Rows that count. */
  readonly rows: Uint32Array;
  /** Those of them that are won or lost. */
  readonly known: Uint32Array;
  /** After so many weeks, an outcome counts. */
  readonly horizonWeeks: number;
  /** Per row, whether its outcome was known by then, and it could have been. */
  readonly isDecided: Uint8Array;
}

export const mondayBefore = (time: Date): Date => new Date(mondayMs(time.getTime()));

const mondayMs = (time: number): number => Math.floor((time - MONDAY_MS) / WEEK_MS) * WEEK_MS + MONDAY_MS;

export const weekNumberOf = ({ firstMonday }: Pick<Cohorts, 'firstMonday'>, time: Date): number =>
  Math.floor((time.getTime() - firstMonday) / WEEK_MS);

export const startOfWeek = ({ firstMonday }: Cohorts, week: number): Date =>
  new Date(firstMonday + week * WEEK_MS);

export function makeCohorts(table: DriftTable, now: Date): Cohorts {
  const end = mondayMs(now.getTime());
  const firstMonday = end - HISTORY_WEEKS * WEEK_MS;
  const weekOf = Int16Array.from(table.receivedDays, (day) => {
    const week = Math.floor((day * DAY_MS - firstMonday) / WEEK_MS);
    return week >= 0 && week < HISTORY_WEEKS ? week : -1;
  });
  leaveOutImports(weekOf);
  const rows = Uint32Array.from(weekOf.keys()).filter((row) => (weekOf[row] as number) >= 0);
  // As if it were the end of the last whole week, so that every look of a week sees the same.
  const known = rows.filter(
    (row) => (table.receivedTimes[row] as number) + (table.delays[row] as number) < end,
  );
  const horizonWeeks = chooseHorizon(table, known);
  const isDecided = new Uint8Array(table.size);
  for (const row of known)
    if (
      (weekOf[row] as number) < HISTORY_WEEKS - horizonWeeks &&
      (table.delays[row] as number) <= horizonWeeks * WEEK_MS
    )
      isDecided[row] = 1;
  return { firstMonday, weeks: HISTORY_WEEKS, weekOf, rows, known, horizonWeeks, isDecided };
}

function leaveOutImports(weekOf: Int16Array): void {
  const counts = new Uint32Array(HISTORY_WEEKS);
  for (const week of weekOf) if (week >= 0) counts[week] = (counts[week] as number) + 1;
  const usual = counts.filter((count) => count > 0).sort();
  const median = usual[usual.length >> 1] ?? 0;
  for (const [row, week] of weekOf.entries())
    if (week >= 0 && (counts[week] as number) > MAX_TIMES_MEDIAN * median) weekOf[row] = -1;
}

function chooseHorizon({ delays }: DriftTable, known: Uint32Array): number {
  const sorted = Float64Array.from(known, (row) => delays[row] as number).sort();
  const delay = sorted[Math.floor(KNOWN_SHARE * sorted.length)] ?? 0;
  return Math.min(MAX_HORIZON_WEEKS, Math.max(1, Math.ceil(delay / WEEK_MS)));
}
