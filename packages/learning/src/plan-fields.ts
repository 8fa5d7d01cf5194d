// Decides how each column is read: as categories, or as a number or date in bins. Looks only at the given rows, and never
// at their outcomes except to find leaks.

import { findLeak, type LeftOut, type OutcomeColumns } from './find-leaks.ts';
import { type Column, type LeadColumns, meaningKey, NUMERIC_SHARE, type Value } from './lead-columns.ts';
import { FREE_TEXT } from './read-answer.ts';
import { TRAITS } from './read-traits.ts';

interface FieldBase {
  readonly key: string;
  readonly name: string;
  /** Where its value comes from. */
  readonly from: 'trait' | 'question' | 'meaning';
  /** The code of leads without a value; -1 if they are the baseline. */
  readonly missing: number;
  /** The code of rare values; -1 if there were too few to learn from. */
  readonly other: number;
  /** The number of codes. */
  readonly size: number;
}

export interface LevelField extends FieldBase {
  readonly kind: 'levels';
  readonly levels: readonly string[];
}

export interface BinField extends FieldBase {
  readonly kind: 'bins';
  /** Days are counted from the day on which the lead was received. */
  readonly unit: 'number' | 'days';
  /** The lowest value of every bin but the first. */
  readonly edges: readonly number[];
}

export type PlainField = LevelField | BinField;

export interface Plan {
  readonly fields: readonly PlainField[];
  readonly leftOut: readonly LeftOut[];
}

/** A question answered by fewer leads says nothing. */
const MIN_FILLED = 5;
const MIN_NUMBERS = 5;
/** If more than this share of the answers occur once, they are free text. */
const MAX_UNIQUE_SHARE = 0.5;
const MAX_FIELDS = 80;

/** The fewest leads that make a level: also keeps one person's answer out of a stored model. */
const minLevel = (rows: number): number => (rows < 300 ? 3 : rows < 3_000 ? 5 : 10);
const maxLevels = (rows: number): number => (rows < 300 ? 12 : rows < 10_000 ? 30 : 50);
const maxBins = (rows: number): number => (rows < 300 ? 8 : rows < 10_000 ? 16 : 32);

/** `decided` are those of the rows that show whether a question gives the outcome away. */
export function planFields(table: OutcomeColumns, rows: Uint32Array, decided: Uint32Array = rows): Plan {
  const leftOut: LeftOut[] = [];
  const planned: { field: PlainField; filled: number }[] = [];
  const columns = [...table.columns.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  for (const column of columns) {
    if (column.kind === 'meaning') continue;
    const filled = countFilled(column, rows);
    if (filled < MIN_FILLED && !column.isFreeText) continue;
    const leak = column.kind === 'question' ? findLeak(column, table, decided) : null;
    if (leak !== null) leftOut.push(leak);
    else {
      const field = planColumn(column, table, rows);
      if (field !== null) planned.push({ field, filled });
      else if (isUnreadable(column, rows))
        leftOut.push({
          question: column.name,
          reason: 'free_text',
          detail: 'Nearly every answer is different',
        });
    }
  }
  const kept = planned
    .toSorted((a, b) => b.filled - a.filled)
    .slice(0, MAX_FIELDS)
    .map(({ field }) => field)
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  return { fields: kept, leftOut };
}

function planColumn(column: Column, table: LeadColumns, rows: Uint32Array): PlainField | null {
  if (column.kind === 'question' && !column.isFreeText) {
    const bins = planBins(column, table, rows, 'number') ?? planBins(column, table, rows, 'days');
    if (bins !== null) return bins;
  }
  if (!isUnreadable(column, rows)) return planLevels(column, column, rows);
  // The words differ from lead to lead, but the engine may still understand them.
  const meaning = table.columns.get(meaningKey(column.key));
  return meaning === undefined || countFilled(meaning, rows) < countFilled(column, rows) / 2
    ? null
    : planLevels(meaning, column, rows);
}

function isUnreadable(column: Column, rows: Uint32Array): boolean {
  if (column.kind !== 'question') return column.isFreeText;
  if (column.isFreeText || column.numbers !== null) return true;
  const counts = countLevels(column, rows);
  let filled = 0;
  let unique = 0;
  for (const [level, count] of counts) {
    filled += count;
    if (level === FREE_TEXT) unique += count;
    else if (count === 1) unique++;
  }
  return unique > MAX_UNIQUE_SHARE * filled;
}

function planLevels(column: Column, { name }: Column, rows: Uint32Array): LevelField | null {
  const min = minLevel(rows.length);
  const counts = [...countLevels(column, rows)].sort(
    ([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1),
  );
  const levels = counts
    .slice(0, maxLevels(rows.length))
    .filter(([, count]) => count >= min)
    .map(([level]) => level)
    .sort();
  if (levels.length === 0) return null;
  const pooled = counts.reduce((sum, [level, count]) => sum + (levels.includes(level) ? 0 : count), 0);
  const missing = rows.length - counts.reduce((sum, [, count]) => sum + count, 0);
  const specials = placeSpecials(levels.length, isBaselineIfMissing(column) ? 0 : missing, pooled, min);
  if (specials.size < 2 && missing + pooled === 0) return null;
  return { kind: 'levels', key: column.key, name, from: column.kind, levels, ...specials };
}

const BASELINE_KEYS = new Set(TRAITS.filter((trait) => trait.isBaselineIfMissing).map(({ key }) => key));
const isBaselineIfMissing = ({ key }: Column): boolean => BASELINE_KEYS.has(key);

function planBins(
  column: Column,
  { receivedDays }: LeadColumns,
  rows: Uint32Array,
  unit: BinField['unit'],
): BinField | null {
  const numbers: number[] = [];
  let filled = 0;
  for (const row of rows) {
    const value = column.at(row);
    if (value === null) continue;
    filled++;
    const number = numberOf(value, unit, receivedDays[row] as number);
    if (!Number.isNaN(number)) numbers.push(number);
  }
  if (numbers.length < NUMERIC_SHARE * filled) return null;
  const edges = cutIntoBins(numbers, maxBins(rows.length));
  if (edges.length + 1 < MIN_NUMBERS) return null;
  const specials = placeSpecials(
    edges.length + 1,
    rows.length - filled,
    filled - numbers.length,
    minLevel(rows.length),
  );
  return { kind: 'bins', key: column.key, name: column.name, from: 'question', unit, edges, ...specials };
}

/** Bins with about the same number of leads each; one for each value if there are few. */
export function cutIntoBins(numbers: readonly number[], maxBins: number): number[] {
  const sorted = numbers.toSorted((a, b) => a - b);
  const distinct = sorted.filter((number, index) => number !== sorted[index - 1]);
  if (distinct.length <= maxBins) return distinct.slice(1);
  const edges: number[] = [];
  for (let bin = 1; bin < maxBins; bin++) {
    const edge = sorted[Math.floor((bin * sorted.length) / maxBins)] as number;
    if (edge > (edges.at(-1) ?? (sorted[0] as number))) edges.push(edge);
  }
  return edges;
}

function placeSpecials(
  size: number,
  missing: number,
  other: number,
  min: number,
): Pick<FieldBase, 'missing' | 'other' | 'size'> {
  const hasMissing = missing >= min;
  const hasOther = other >= min;
  return {
    missing: hasMissing ? size : -1,
    other: hasOther ? size + (hasMissing ? 1 : 0) : -1,
    size: size + (hasMissing ? 1 : 0) + (hasOther ? 1 : 0),
  };
}

function countFilled(column: Column, rows: Uint32Array): number {
  let filled = 0;
  for (const row of rows) if ((column.rows[row] ?? 0) !== 0) filled++;
  return filled;
}

function countLevels(column: Column, rows: Uint32Array): Map<string, number> {
  const byValue = new Uint32Array(column.values.length + 1);
  for (const row of rows) {
    const index = column.rows[row] ?? 0;
    byValue[index] = (byValue[index] as number) + 1;
  }
  const counts = new Map<string, number>();
  for (const [index, { category }] of column.values.entries()) {
    const count = byValue[index + 1] as number;
    if (category !== null && count > 0) counts.set(category, (counts.get(category) ?? 0) + count);
  }
  return counts;
}

export const numberOf = (value: Value, unit: BinField['unit'], receivedDay: number): number =>
  unit === 'number' ? value.number : value.day - receivedDay;

/** The number of edges at or below the number. */
export function binOf(edges: readonly number[], number: number): number {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((edges[middle] as number) <= number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The code of a value in a field; -1 if the field says nothing about it. */
export function codeOf(
  field: PlainField,
  levelIndex: ReadonlyMap<string, number>,
  value: Value | null,
  receivedDay: number,
): number {
  if (value === null) return field.missing;
  if (field.kind === 'bins') {
    const number = numberOf(value, field.unit, receivedDay);
    return Number.isNaN(number) ? field.other : binOf(field.edges, number);
  }
  if (value.category === null) return field.missing;
  return levelIndex.get(value.category) ?? field.other;
}

export const indexLevels = (field: PlainField): ReadonlyMap<string, number> =>
  new Map(field.kind === 'levels' ? field.levels.map((level, index) => [level, index]) : []);
