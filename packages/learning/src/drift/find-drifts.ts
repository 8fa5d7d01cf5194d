// Finds what has shifted: compares the latest weeks with those before, for every source and answer at once. Meant to be
// called once a week; see decision 44 for why false alarms stay rare.

import { makeCohorts, startOfWeek } from './cohorts.ts';
import { type Drift, type DriftKind, type DriftSubject, type KnownDrift, subjectKey } from './drift.ts';
import { readDriftFields } from './drift-fields.ts';
import type { DriftTable } from './drift-table.ts';
import { type DriftData, type Explanation, meanChance, readAllSeries, readSeries } from './read-series.ts';
import {
  compare,
  figuresOf,
  gainOf,
  isRelevant,
  logRatio,
  minPOf,
  pOf,
  type Series,
  type Split,
  splitAt,
} from './series.ts';

export interface DriftLook {
  /** What wasn't known, the clearest first. */
  readonly found: readonly Drift[];
  /** IDs of open drifts whose leads are as before again. */
  readonly passed: readonly string[];
  /** IDs of open drifts that have lasted so long that they are normal now. */
  readonly settled: readonly string[];
}

export interface DriftOptions {
  readonly now: Date;
  readonly known?: readonly KnownDrift[];
}

/** On stable data, this many false alarms a year are expected at most, whatever is compared with what. */
const FALSE_ALARMS_PER_YEAR = 0.25;
const LOOKS_PER_YEAR = 52;
/** Short ones find large changes soon, long ones find small changes at all. */
const WINDOW_WEEKS = [2, 4, 8, 13];
const MAX_FOUND = 10;
/** An open drift becomes normal. */
const SETTLED_WEEKS = 26;
/** The latest leads must be so many times as likely with the share before. */
const PASSED_RATIO = 20;
const PASSING_WEEKS = [4, 8, 13];
const KINDS: readonly DriftKind[] = ['share', 'win_rate', 'calibration'];

export function findDrifts(table: DriftTable, { now, known = [] }: DriftOptions): DriftLook {
  const cohorts = makeCohorts(table, now);
  const data: DriftData = { table, cohorts, fields: readDriftFields(table, cohorts.rows, cohorts.known) };
  const open = known.filter(({ state }) => state === 'open');
  const passed = open.filter((drift) => hasPassed(data, drift, known));
  const isSettled = ({ since }: KnownDrift): boolean =>
    since < startOfWeek(cohorts, cohorts.weeks - SETTLED_WEEKS);
  const settled = open.filter((drift) => !passed.includes(drift) && isSettled(drift));
  const explanations = known
    .filter(({ since, until }) => (until ?? since) >= startOfWeek(cohorts, 0))
    .map((drift): Explanation => (passed.includes(drift) ? { ...drift, until: now } : drift));
  const isOpen = new Set(open.map(subjectKey));
  return {
    found: findNew(data, explanations, isOpen),
    passed: passed.map(({ id }) => id),
    settled: settled.map(({ id }) => id),
  };
}

function hasPassed(data: DriftData, drift: KnownDrift, known: readonly KnownDrift[]): boolean {
  const series = readSeries(data, drift, known);
  return PASSING_WEEKS.some((weeks) => {
    const start = Math.max(series.start, series.end - weeks);
    const ratio = logRatio(series, { start, end: series.end }, drift.before, drift.after);
    return ratio >= Math.log(PASSED_RATIO);
  });
}

interface Hypothesis {
  readonly subject: DriftSubject;
  readonly series: Series;
  readonly split: Split;
}

function findNew(data: DriftData, known: readonly Explanation[], isOpen: ReadonlySet<string>): Drift[] {
  const explanations = [...known];
  const hypotheses = KINDS.flatMap((kind) => readAllSeries(data, kind, explanations))
    .filter(({ subject }) => !isOpen.has(subjectKey(subject)))
    .flatMap(({ subject, series }) => splitsOf(series).map((split) => ({ subject, series, split })));
  const maxP = thresholdFor(hypotheses.map(({ series, split }) => minPOf(series, split)));
  const found: Drift[] = [];
  let candidates = hypotheses.flatMap((hypothesis) => measure(hypothesis, maxP));
  while (candidates.length > 0 && found.length < MAX_FOUND) {
    const [first] = candidates.toSorted(byClarity) as [Measured];
    const drift = describe(data, first);
    found.push(drift);
    explanations.push({ ...drift, until: null });
    // What remains must be clear without the leads that the drifts found so far explain.
    candidates = candidates
      .filter(({ subject }) => subjectKey(subject) !== subjectKey(drift))
      .flatMap(({ subject, weeks }) => {
        const series = readSeries(data, subject, explanations);
        const split = splitAt(series, series.end - weeks);
        return split === null ? [] : measure({ subject, series, split }, maxP);
      });
  }
  return found;
}

const splitsOf = (series: Series): Split[] =>
  WINDOW_WEEKS.flatMap((weeks) => splitAt(series, series.end - weeks) ?? []);

/** Divides the year's false alarms among the hypotheses that could be rejected at all (Tarone 1990). The lowest possible
 * p-value doesn't depend on what happened, so leaving out the others is no second look. */
function thresholdFor(lowest: readonly number[]): number {
  const perLook = FALSE_ALARMS_PER_YEAR / LOOKS_PER_YEAR;
  const sorted = Float64Array.from(lowest).sort();
  let possible = sorted.length;
  for (let count = 1; ; count++) {
    while (possible > 0 && (sorted[possible - 1] as number) > perLook / count) possible--;
    if (possible <= count) return perLook / count;
  }
}

interface Measured extends Hypothesis {
  readonly p: number;
  readonly weeks: number;
}

function measure(hypothesis: Hypothesis, maxP: number): Measured[] {
  const { series, split } = hypothesis;
  if (!isRelevant(figuresOf(compare(series, split)))) return [];
  const p = pOf(series, split);
  return p > maxP ? [] : [{ ...hypothesis, p, weeks: split.after.end - split.after.start }];
}

/** A source explains more than an answer does. */
const byClarity = (a: Measured, b: Measured): number =>
  a.p - b.p ||
  Number(b.subject.field === null) - Number(a.subject.field === null) ||
  Number(b.subject.field === 'source') - Number(a.subject.field === 'source') ||
  (subjectKey(a.subject) < subjectKey(b.subject) ? -1 : 1);

function describe(data: DriftData, { subject, series, p, split }: Measured): Drift {
  const best = findChange(series, split);
  const field = data.fields.find(({ key }) => key === subject.field);
  return {
    ...subject,
    fieldLabel: field?.label ?? null,
    levelLabel: field?.levels.find(({ id }) => id === subject.level)?.label ?? null,
    ...figuresOf(compare(series, best)),
    shown: subject.kind === 'calibration' ? meanChance(data, best.after.start, best.after.end) : null,
    horizonWeeks: subject.kind === 'share' ? null : data.cohorts.horizonWeeks,
    since: startOfWeek(data.cohorts, best.after.start),
    p,
  };
}

/** The week in which the change most likely happened, near the one that proved it. */
function findChange(series: Series, found: Split): Split {
  const [shortest = 1, longest = 1] = [WINDOW_WEEKS[0], WINDOW_WEEKS.at(-1)];
  const rises = ({ before, after }: ReturnType<typeof figuresOf>): boolean => after.share > before.share;
  const isRising = rises(figuresOf(compare(series, found)));
  let best = found;
  for (let weeks = shortest; weeks <= longest; weeks++) {
    const split = splitAt(series, series.end - weeks);
    if (split === null || gainOf(series, split) <= gainOf(series, best)) continue;
    const figures = figuresOf(compare(series, split));
    if (rises(figures) === isRising && isRelevant(figures)) best = split;
  }
  return best;
}
