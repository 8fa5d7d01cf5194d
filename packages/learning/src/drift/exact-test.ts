// Compares two shares exactly, also where leads are split into groups with different shares: Fisher's test, and its
// conditional form for several tables. Valid for any number of leads, whatever the true share is.

/** One 2 × 2 table: leads with and without something, before and after. */
export interface Comparison {
  readonly hitsBefore: number;
  readonly before: number;
  readonly hitsAfter: number;
  readonly after: number;
}

/** Nothing below this is told apart, and it is far below every threshold. */
const MIN_P = 1e-18;

/** The chance of a difference at least as unlikely as this one, in either direction, if nothing has changed. */
export function pValueOf(tables: readonly Comparison[]): number {
  let sum: Distribution = { from: 0, chances: [1] };
  let hits = 0;
  for (const table of tables) {
    sum = add(sum, distributionOf(table));
    hits += table.hitsAfter;
  }
  let below = 0;
  let above = 0;
  for (const [index, chance] of sum.chances.entries()) {
    if (sum.from + index <= hits) below += chance;
    if (sum.from + index >= hits) above += chance;
  }
  return Math.min(1, Math.max(MIN_P, 2 * Math.min(below, above)));
}

/** The lowest p-value that any split of the same totals could have. Depends on the totals alone, so that hypotheses without a
 * chance can be left out before looking. */
export function minPValueOf(tables: readonly Comparison[]): number {
  let low = 0;
  let high = 0;
  for (const table of tables) {
    const { min, max } = rangeOf(table);
    low += logChance(table, min);
    high += logChance(table, max);
  }
  return Math.min(1, Math.max(MIN_P, 2 * Math.exp(Math.min(low, high))));
}

/** How likely each number of hits after is; those that are practically impossible are left out. */
interface Distribution {
  readonly from: number;
  readonly chances: readonly number[];
}

const NEGLIGIBLE = 1e-22;

function distributionOf(table: Comparison): Distribution {
  const { min, max } = rangeOf(table);
  const { hitsBefore, before, hitsAfter, after } = table;
  const expected = ((hitsBefore + hitsAfter) * after) / Math.max(1, before + after);
  const mode = Math.min(max, Math.max(min, Math.round(expected)));
  const atMode = Math.exp(logChance(table, mode));
  const down: number[] = [];
  const up: number[] = [];
  for (let hits = mode - 1, chance = atMode; hits >= min && chance > NEGLIGIBLE; hits--) {
    chance /= ratioAt(table, hits);
    down.push(chance);
  }
  for (let hits = mode, chance = atMode; hits < max && chance > NEGLIGIBLE; hits++) {
    chance *= ratioAt(table, hits);
    up.push(chance);
  }
  return { from: mode - down.length, chances: [...down.reverse(), atMode, ...up] };
}

function add(first: Distribution, second: Distribution): Distribution {
  const chances = new Array<number>(first.chances.length + second.chances.length - 1).fill(0);
  for (const [i, a] of first.chances.entries())
    for (const [j, b] of second.chances.entries()) chances[i + j] = (chances[i + j] as number) + a * b;
  return { from: first.from + second.from, chances };
}

function rangeOf({ hitsBefore, before, hitsAfter, after }: Comparison): { min: number; max: number } {
  const hits = hitsBefore + hitsAfter;
  return { min: Math.max(0, hits - before), max: Math.min(hits, after) };
}

/** Of exactly so many hits after, given all totals. */
function logChance({ hitsBefore, before, hitsAfter, after }: Comparison, hits: number): number {
  const total = hitsBefore + hitsAfter;
  return logChoose(after, hits) + logChoose(before, total - hits) - logChoose(before + after, total);
}

/** How much more likely one hit more is. */
function ratioAt({ hitsBefore, before, hitsAfter, after }: Comparison, hits: number): number {
  const left = hitsBefore + hitsAfter - hits;
  return ((after - hits) * left) / ((hits + 1) * (before - left + 1));
}

const logChoose = (total: number, chosen: number): number =>
  logFactorial(total) - logFactorial(chosen) - logFactorial(total - chosen);

const logFactorials = [0];

function logFactorial(number: number): number {
  for (let next = logFactorials.length; next <= number; next++)
    logFactorials.push((logFactorials[next - 1] as number) + Math.log(next));
  return logFactorials[number] as number;
}
