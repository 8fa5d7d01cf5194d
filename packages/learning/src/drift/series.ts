// Counts of leads by week, and comparisons of the latest weeks with those before.

import { MAX_REFERENCE_WEEKS } from './cohorts.ts';
import { dispersionOf, weaken } from './dispersion.ts';
import { type Comparison, minPValueOf, pValueOf } from './exact-test.ts';

/** Per week. */
export interface Counts {
  readonly hits: Float64Array;
  readonly totals: Float64Array;
}

/** One for each group of leads with a share of its own. */
export interface Series {
  readonly groups: readonly Counts[];
  /** The first week that is compared, and the one after the last. */
  readonly start: number;
  readonly end: number;
}

/** From `start` up to, but not including, `end`. */
export interface Weeks {
  readonly start: number;
  readonly end: number;
}

/** Fewer weeks are no reference. */
const MIN_REFERENCE_WEEKS = 8;
/** Smaller changes don't matter to anyone, however certain they are. */
const MIN_DIFFERENCE = 0.03;
const MIN_ODDS_RATIO = 1.5;

export interface Split {
  readonly before: Weeks;
  readonly after: Weeks;
}

/** The weeks from this one on, and those before; null with too short a reference. */
export function splitAt(series: Series, week: number): Split | null {
  const before = { start: Math.max(series.start, week - MAX_REFERENCE_WEEKS), end: week };
  return countWeeks(series, before) < MIN_REFERENCE_WEEKS
    ? null
    : { before, after: { start: week, end: series.end } };
}

/** Weeks with leads. */
function countWeeks({ groups }: Series, { start, end }: Weeks): number {
  let count = 0;
  for (let week = start; week < end; week++)
    if (groups.some(({ totals }) => (totals[week] as number) > 0)) count++;
  return count;
}

const sumOf = (counts: Float64Array, { start, end }: Weeks): number => {
  let sum = 0;
  for (let week = start; week < end; week++) sum += counts[week] as number;
  return sum;
};

export const compare = ({ groups }: Series, { before, after }: Split): Comparison[] =>
  groups.map(({ hits, totals }) => ({
    hitsBefore: sumOf(hits, before),
    before: sumOf(totals, before),
    hitsAfter: sumOf(hits, after),
    after: sumOf(totals, after),
  }));

export const minPOf = (series: Series, split: Split): number => minPValueOf(compare(series, split));

/** Weakened if the weeks before differed by more than chance. */
export function pOf(series: Series, split: Split): number {
  const tables = compare(series, split);
  return weaken(pValueOf(tables), dispersionBefore(series, split.before, tables));
}

function dispersionBefore({ groups }: Series, { start, end }: Weeks, tables: readonly Comparison[]): number {
  const weeks = Array.from({ length: end - start }, (_, index) => {
    let hits = 0;
    let expected = 0;
    let variance = 0;
    for (const [at, group] of groups.entries()) {
      const { hitsBefore, before } = tables[at] as Comparison;
      const share = before === 0 ? 0 : hitsBefore / before;
      const leads = group.totals[start + index] as number;
      hits += group.hits[start + index] as number;
      expected += leads * share;
      variance += leads * share * (1 - share);
    }
    return { hits, expected, variance };
  });
  return dispersionOf(weeks);
}

export interface Figures {
  readonly before: { readonly share: number; readonly count: number; readonly leads: number };
  readonly after: { readonly share: number; readonly count: number; readonly leads: number };
}

/** With several groups, the share before is that of leads like those after. */
export function figuresOf(tables: readonly Comparison[]): Figures {
  let expected = 0;
  const before = { count: 0, leads: 0 };
  const after = { count: 0, leads: 0 };
  for (const table of tables) {
    before.count += table.hitsBefore;
    before.leads += table.before;
    after.count += table.hitsAfter;
    after.leads += table.after;
    expected += table.before === 0 ? table.hitsAfter : (table.after * table.hitsBefore) / table.before;
  }
  return {
    before: { ...before, share: after.leads === 0 ? 0 : expected / after.leads },
    after: { ...after, share: after.leads === 0 ? 0 : after.count / after.leads },
  };
}

export function isRelevant({ before, after }: Figures): boolean {
  if (before.leads === 0 || after.leads === 0) return false;
  if (Math.abs(after.share - before.share) < MIN_DIFFERENCE) return false;
  const odds = (share: number, leads: number): number => (share * leads + 0.5) / ((1 - share) * leads + 0.5);
  const ratio = odds(after.share, after.leads) / odds(before.share, before.leads);
  return ratio >= MIN_ODDS_RATIO || ratio <= 1 / MIN_ODDS_RATIO;
}

/** How much better two shares, before and after, describe the weeks than a single one. */
export function gainOf({ groups }: Series, { before, after }: Split): number {
  const whole = { start: before.start, end: after.end };
  const fit = ({ hits, totals }: Counts, weeks: Weeks): number =>
    binomial(sumOf(hits, weeks), sumOf(totals, weeks));
  return groups.reduce(
    (gain, counts) => gain + fit(counts, before) + fit(counts, after) - fit(counts, whole),
    0,
  );
}

/** The logarithm of the likelihood of the share that fits best. */
const binomial = (hits: number, leads: number): number =>
  hits === 0 || hits === leads
    ? 0
    : hits * Math.log(hits / leads) + (leads - hits) * Math.log(1 - hits / leads);

const MIN_SHARE = 0.002;

/** How much more likely these weeks are with one share than with another, as a logarithm. */
export function logRatio(series: Series, weeks: Weeks, share: number, other: number): number {
  const clip = (value: number): number => Math.min(1 - MIN_SHARE, Math.max(MIN_SHARE, value));
  const [a, b] = [clip(share), clip(other)];
  let sum = 0;
  for (const { hits, totals } of series.groups) {
    const won = sumOf(hits, weeks);
    sum += won * Math.log(a / b) + (sumOf(totals, weeks) - won) * Math.log((1 - a) / (1 - b));
  }
  return sum;
}
