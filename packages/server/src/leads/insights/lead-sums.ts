// What leads add up to. Adding the sums of two ranges of time gives the sums of both, so a closed day or week is counted
// once and kept. Medians can't be added up; they are taken from counts in narrow ranges (time-ranges.ts).

import type { Insights } from '@leadline/contract';
import type { TimeCount } from './time-ranges.ts';

export const GRADES = ['Hot', 'Warm', 'Cool', 'Cold', 'Spam'] as const;

export type Grade = Insights['by_grade'][number]['grade'];

/** As the database makes them, and as they are kept: changing this, or what a number means, requires deleting all that are
 * kept, by raising SUMS_VERSION. */
export interface LeadSums {
  /** `ten` is 0 for scores below 10, and 10 for a score of 100. */
  readonly scores: readonly (readonly [grade: Grade, ten: number, leads: number])[];
  /** The source is null for all those left out; see MAX_SOURCES. */
  readonly sources: readonly (readonly [source: string | null, grade: Grade, leads: number])[];
  /** Leads won or lost. */
  readonly decided: readonly (readonly [
    source: string | null,
    grade: Grade,
    won: number,
    lost: number,
    cents: number,
  ])[];
  /** From here on without Spam, except for `closings`. */
  readonly reps: readonly (readonly [assignee: string, leads: number])[];
  readonly decidedByRep: readonly (readonly [
    assignee: string | null,
    won: number,
    lost: number,
    cents: number,
  ])[];
  /** By the number of CONTACT_ENDS_S that the time to the first contact has reached. */
  readonly contactRanges: readonly (readonly [range: number, leads: number, won: number, lost: number])[];
  readonly contacts: readonly (readonly [assignee: string | null, times: readonly TimeCount[]])[];
  /** Last outcomes, if they are later than their lead. An import without outcome dates uses the lead's date. */
  readonly closings: readonly (readonly [outcome: 'won' | 'lost', times: readonly TimeCount[]])[];
}

export const SUMS_VERSION = 1;

/** More than are shown, because several spellings can be the same source. There may be as many sources as leads, so only the
 * largest of each range are kept apart. */
export const MAX_SOURCES = 1_000;

export const CONTACT_ENDS_S = [1, 4, 24, 72].map((hours) => hours * 60 * 60);

/** Puts those of several ranges together. Entries of the same kind aren't combined; `addUp` does that when they are used. */
export const combineSums = (parts: readonly LeadSums[]): LeadSums => ({
  scores: parts.flatMap(({ scores }) => scores),
  sources: parts.flatMap(({ sources }) => sources),
  decided: parts.flatMap(({ decided }) => decided),
  reps: parts.flatMap(({ reps }) => reps),
  decidedByRep: parts.flatMap(({ decidedByRep }) => decidedByRep),
  contactRanges: parts.flatMap(({ contactRanges }) => contactRanges),
  contacts: parts.flatMap(({ contacts }) => contacts),
  closings: parts.flatMap(({ closings }) => closings),
});

/** Adds up numbers by key. */
export function addUp<Row, Key>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
  numberOf: (row: Row) => number,
): Map<Key, number> {
  const sums = new Map<Key, number>();
  for (const row of rows) {
    const key = keyOf(row);
    sums.set(key, (sums.get(key) ?? 0) + numberOf(row));
  }
  return sums;
}

export const sumOf = <Row>(rows: readonly Row[], numberOf: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + numberOf(row), 0);
