// A ledger as steps: each bar begins where the last one ended, group by group, in the order of application.

import type { LedgerEntry } from '../lead-query.ts';

export interface Step {
  /** Stays with a rule when other entries come and go. */
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
  /** The scale: 0 to 100, and further where a sum went there on its way. */
  readonly least: number;
  readonly most: number;
}

export function layOutLedger(ledger: readonly LedgerEntry[]): LedgerLayout {
  const groups: (StepGroup & { end: number; steps: Step[] })[] = [];
  const nameKey = makeKeys();
  let sum = 0;
  let least = 0;
  let most = 100;
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
    least = Math.min(least, sum);
    most = Math.max(most, sum);
  }
  return { groups, total: sum, least, most };
}

/** A name that was there before gets a number. */
function makeKeys(): (name: string) => string {
  const times = new Map<string, number>();
  return (name) => {
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    return time === 1 ? name : `${name} ${time}`;
  };
}

/** Where a sum stands on the scale, in percent of its width. */
export function placeOn({ least, most }: Pick<LedgerLayout, 'least' | 'most'>, sum: number): number {
  return ((sum - least) / (most - least)) * 100;
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

/** Where the grades begin. */
export const THRESHOLDS = [
  { at: 40, grade: 'Cool' },
  { at: 60, grade: 'Warm' },
  { at: 80, grade: 'Hot' },
] as const;
