// Counts the leads of a subject by week, without those that drifts found before already explain.

import type { Cohorts } from './cohorts.ts';
import { weekNumberOf } from './cohorts.ts';
import { type DriftKind, type DriftSubject, type KnownDrift, subjectKey } from './drift.ts';
import type { DriftField } from './drift-fields.ts';
import type { DriftTable } from './drift-table.ts';
import type { Counts, Series } from './series.ts';

export interface DriftData {
  readonly table: DriftTable;
  readonly cohorts: Cohorts;
  readonly fields: readonly DriftField[];
}

/** What is already known about a subject. */
export type Explanation = Pick<KnownDrift, 'kind' | 'field' | 'level' | 'since' | 'until'>;

/** Up to which chance of closing leads are alike. */
const CHANCE_EDGES = [0.1, 0.2, 0.4, 0.6];

/** All subjects of a kind. One pass over the leads for each field. */
export function readAllSeries(
  data: DriftData,
  kind: DriftKind,
  explanations: readonly Explanation[],
): { readonly subject: DriftSubject; readonly series: Series }[] {
  const ofKind = explanations.filter((explanation) => explanation.kind === kind);
  const isLeftOut = maskOf(data, ofKind);
  const all: DriftSubject = { kind, field: null, level: null };
  if (kind === 'calibration') return [{ subject: all, series: readSeries(data, all, ofKind) }];
  const found = kind === 'win_rate' ? [{ subject: all, series: readSeries(data, all, ofKind) }] : [];
  for (const field of data.fields) {
    const counts = countField(data, kind, field, isLeftOut);
    for (const { code, id } of field.levels) {
      const subject = { kind, field: field.key, level: id };
      const isExplained = ofKind.some((explanation) => subjectKey(explanation) === subjectKey(subject));
      found.push({
        subject,
        series: isExplained
          ? readSeries(data, subject, ofKind)
          : limitTo(data, [counts[code] as Counts], subject, ofKind),
      });
    }
  }
  return found;
}

/** Of one subject. Explanations of itself don't leave its leads out; they tell where to start. */
export function readSeries(
  data: DriftData,
  subject: DriftSubject,
  explanations: readonly Explanation[],
): Series {
  const { kind } = subject;
  const own = subjectKey(subject);
  const others = explanations.filter(
    (explanation) => explanation.kind === kind && subjectKey(explanation) !== own,
  );
  const isLeftOut = maskOf(data, others);
  const counts =
    kind === 'calibration'
      ? countByChance(data)
      : subject.field === null
        ? [countAll(data, isLeftOut)]
        : [countLevel(data, subject, isLeftOut)];
  return limitTo(data, counts, subject, explanations);
}

function countLevel(
  data: DriftData,
  { kind, field: key, level }: DriftSubject,
  isLeftOut: Uint8Array,
): Counts {
  const field = data.fields.find((field) => field.key === key);
  const code = field?.levels.find(({ id }) => id === level)?.code;
  const none =
    kind === 'share' ? { ...countAll(data, isLeftOut, 'share'), hits: emptyWeeks(data) } : emptyCounts(data);
  if (field === undefined || code === undefined) return none;
  return countField(data, kind, field, isLeftOut)[code] ?? none;
}

const emptyWeeks = ({ cohorts: { weeks } }: DriftData): Float64Array => new Float64Array(weeks);
const emptyCounts = (data: DriftData): Counts => ({ hits: emptyWeeks(data), totals: emptyWeeks(data) });

/** One for each code of the field. */
function countField(
  data: DriftData,
  kind: DriftKind,
  { codes, size }: DriftField,
  isLeftOut: Uint8Array,
): Counts[] {
  const { table, cohorts } = data;
  const all = emptyWeeks(data);
  const counts = Array.from(
    { length: size },
    (): Counts => ({
      hits: emptyWeeks(data),
      totals: kind === 'share' ? all : emptyWeeks(data),
    }),
  );
  for (const row of cohorts.rows) {
    if (isLeftOut[row] === 1) continue;
    const level = counts[codes[row] as number];
    const week = cohorts.weekOf[row] as number;
    if (kind === 'share') {
      increase(all, week, 1);
      if (level !== undefined) increase(level.hits, week, 1);
    } else if (cohorts.isDecided[row] === 1 && level !== undefined) {
      increase(level.totals, week, 1);
      increase(level.hits, week, table.outcomes[row] as number);
    }
  }
  return counts;
}

function countAll(data: DriftData, isLeftOut: Uint8Array, kind: 'share' | 'win_rate' = 'win_rate'): Counts {
  const { table, cohorts } = data;
  const counts = emptyCounts(data);
  for (const row of cohorts.rows) {
    if (isLeftOut[row] === 1 || (kind === 'win_rate' && cohorts.isDecided[row] === 0)) continue;
    const week = cohorts.weekOf[row] as number;
    increase(counts.totals, week, 1);
    if (kind === 'win_rate') increase(counts.hits, week, table.outcomes[row] as number);
  }
  return counts;
}

function countByChance(data: DriftData): Counts[] {
  const { table, cohorts } = data;
  const groups = Array.from({ length: CHANCE_EDGES.length + 1 }, () => emptyCounts(data));
  for (const row of cohorts.rows) {
    const chance = table.chances[row] as number;
    if (cohorts.isDecided[row] === 0 || Number.isNaN(chance)) continue;
    const group = groups[CHANCE_EDGES.filter((edge) => chance >= edge).length] as Counts;
    const week = cohorts.weekOf[row] as number;
    increase(group.totals, week, 1);
    increase(group.hits, week, table.outcomes[row] as number);
  }
  return groups;
}

/** The mean chance shown for the decided leads of these weeks. */
export function meanChance({ table, cohorts }: DriftData, start: number, end: number): number | null {
  let sum = 0;
  let count = 0;
  for (const row of cohorts.rows) {
    const week = cohorts.weekOf[row] as number;
    const chance = table.chances[row] as number;
    if (cohorts.isDecided[row] === 0 || Number.isNaN(chance) || week < start || week >= end) continue;
    sum += chance;
    count++;
  }
  return count === 0 ? null : sum / count;
}

function increase(weeks: Float64Array, week: number, by: number): void {
  weeks[week] = (weeks[week] as number) + by;
}

/** Leads of levels whose drift is known: otherwise the other levels would seem to shift, too. */
function maskOf({ table, fields }: DriftData, explanations: readonly Explanation[]): Uint8Array {
  const mask = new Uint8Array(table.size);
  for (const { field: key, level } of explanations) {
    const field = fields.find((field) => field.key === key);
    const code = field?.levels.find(({ id }) => id === level)?.code;
    if (field === undefined || code === undefined) continue;
    for (const [row, found] of field.codes.entries()) if (found === code) mask[row] = 1;
  }
  return mask;
}

/** Starts where the account's leads, or what is normal by now, begin, and leaves out weeks of drifts that have passed. */
function limitTo(
  { cohorts }: DriftData,
  groups: readonly Counts[],
  subject: DriftSubject,
  explanations: readonly Explanation[],
): Series {
  const end = subject.kind === 'share' ? cohorts.weeks : cohorts.weeks - cohorts.horizonWeeks;
  let start = groups.reduce((first, { totals }) => {
    const found = totals.findIndex((leads) => leads > 0);
    return found < 0 ? first : Math.min(first, found);
  }, end);
  let limited = groups;
  for (const explanation of explanations) {
    const isOwn = subjectKey(explanation) === subjectKey(subject);
    const isOfAll = explanation.kind === subject.kind && explanation.field === null;
    if (!isOwn && !isOfAll) continue;
    const since = weekNumberOf(cohorts, explanation.since);
    if (explanation.until === null) start = Math.max(start, since);
    else
      limited = limited.map((counts) =>
        without(counts, since, weekNumberOf(cohorts, explanation.until as Date)),
      );
  }
  return { groups: limited, start: Math.max(0, start), end };
}

function without({ hits, totals }: Counts, from: number, to: number): Counts {
  const clear = (weeks: Float64Array): Float64Array =>
    weeks.map((count, week) => (week >= from && week < to ? 0 : count));
  return { hits: clear(hits), totals: clear(totals) };
}
