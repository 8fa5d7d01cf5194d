// Lays out a ledger as a waterfall chart: each bar starts where the last one ended. Groups and their entries are sorted by
// points, but limits come last, as they depend on all the points before them.

import type { Grade } from '../../../components/grade.ts';
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
  const nameKey = makeKeys();
  const groups: StepGroup[] = [];
  let sum = 0;
  let min = 0;
  let max = 100;
  for (const [group, entries] of sortGroups(ledger)) {
    const start = sum;
    const steps = entries.map((entry): Step => {
      const from = sum;
      sum += entry.points;
      min = Math.min(min, sum);
      max = Math.max(max, sum);
      return { key: nameKey(`${entry.group} ${entry.code}`), entry, start: from, end: sum };
    });
    groups.push({ key: group, group, start, end: sum, steps });
  }
  return { groups, total: sum, min, max };
}

function sortGroups(ledger: readonly LedgerEntry[]): [group: string, entries: LedgerEntry[]][] {
  const groups = Map.groupBy(ledger, ({ code, group }) => SCALE_GROUPS[code] ?? group);
  const sumOf = (entries: readonly LedgerEntry[]): number =>
    entries.reduce((sum, { points }) => sum + points, 0);
  return [...groups]
    .map(([group, entries]): [string, LedgerEntry[]] => [
      group,
      LIMITS.includes(group) ? entries : entries.toSorted((a, b) => b.points - a.points),
    ])
    .toSorted(
      ([group, entries], [other, others]) =>
        LIMITS.indexOf(group) - LIMITS.indexOf(other) || sumOf(others) - sumOf(entries),
    );
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

/** The engine keeps the limits of the scale among its risk controls, but they are no concern about the lead. */
const SCALE_GROUPS: Readonly<Record<string, string>> = {
  top: 'top',
  ceiling: 'top',
  floor: 'floor',
  'ai-limit': 'ai-limit',
};

/** In the order in which they apply. */
const LIMITS = ['risk', 'top', 'floor', 'ai-limit'];

const GROUP_NAMES: Readonly<Record<string, string>> = {
  top: 'Limit near 100',
  floor: 'Minimum score',
  'ai-limit': 'Limit of the AI',
  contact: 'Contact',
  budget: 'Budget',
  inquiry: 'Message',
  source: 'Source',
  answers: 'Form answers',
  intent: 'Read by AI',
  learned: 'Learned from your outcomes',
  risk: 'Risk controls',
};

export function nameGroup(group: string): string {
  return GROUP_NAMES[group] ?? group;
}

/** The lowest score of each grade. */
export interface Grades {
  readonly hot: number;
  readonly warm: number;
  readonly cool: number;
}

export interface Threshold {
  readonly at: number;
  readonly grade: Grade;
}

export const listThresholds = ({ hot, warm, cool }: Grades): Threshold[] => [
  { at: cool, grade: 'Cool' },
  { at: warm, grade: 'Warm' },
  { at: hot, grade: 'Hot' },
];
