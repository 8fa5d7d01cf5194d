// Lays out a ledger as a waterfall chart: each bar starts where the last one ended, grouped and in scoring order.

import type { LedgerEntry } from '../lead-query.ts';

export interface Step {
  /** Stays the same for a rule when other entries are added or removed. */
  readonly key: string;
  readonly entry: LedgerEntry;
  readonly start: number;
  readonly end: number;
}

export interface StepGroup {
  readonly key: string;
  readonly group: string;
  readonly start: number;
  readonly end: number;
  readonly steps: readonly Step[];
}

export interface LedgerLayout {
  readonly groups: readonly StepGroup[];
  readonly total: number;
  /** The scale: 0 to 100, extended if a running total goes beyond it. */
  readonly min: number;
  readonly max: number;
}

export function layOutLedger(ledger: readonly LedgerEntry[]): LedgerLayout {
  const groups: (StepGroup & { end: number; steps: Step[] })[] = [];
  const nameKey = makeKeys();
  let sum = 0;
  let min = 0;
  let max = 100;
  for (const entry of ledger) {
    let current = groups.at(-1);
    if (current?.group !== entry.group) {
      current = { key: nameKey(entry.group), group: entry.group, start: sum, end: sum, steps: [] };
      groups.push(current);
    }
    const start = sum;
    sum += entry.points;
    current.steps.push({ key: nameKey(`${entry.group} ${entry.code}`), entry, start, end: sum });
    current.end = sum;
    min = Math.min(min, sum);
    max = Math.max(max, sum);
  }
  return { groups, total: sum, min, max };
}

/** Adds a number to repeated names. */
function makeKeys(): (name: string) => string {
  const times = new Map<string, number>();
  return (name) => {
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    return time === 1 ? name : `${name} ${time}`;
  };
}

/** The position of a sum on the scale, as a percentage of its width. */
export function placeOn({ min, max }: Pick<LedgerLayout, 'min' | 'max'>, sum: number): number {
  return ((sum - min) / (max - min)) * 100;
}

const GROUP_NAMES: Readonly<Record<string, string>> = {
  contact: 'Contact',
  budget: 'Budget',
  inquiry: 'Message',
  source: 'Source',
  answers: 'Answers',
  intent: 'AI intent',
  risk: 'Risk controls',
};

export function nameGroup(group: string): string {
  return GROUP_NAMES[group] ?? group;
}

/** The lowest score of each grade. */
export const THRESHOLDS = [
  { at: 40, grade: 'Cool' },
  { at: 60, grade: 'Warm' },
  { at: 80, grade: 'Hot' },
] as const;
