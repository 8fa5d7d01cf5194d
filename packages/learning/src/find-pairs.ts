// Finds pairs of fields whose answers matter together: for each pair of answers, what the additive model leaves
// unexplained. Only from 300 outcomes on; with fewer, pairs are noise.

import type { Design, DesignField, VariancePrior } from './posterior.ts';

export interface PairPlan {
  readonly first: number;
  readonly second: number;
  /** From code + 1 to a coarser group; -1 if it belongs to none. */
  readonly firstGroups: Int16Array;
  readonly secondGroups: Int16Array;
  /** From first group × number of second groups + second group to a code, or -1 for too few leads. */
  readonly cells: Int16Array;
  readonly secondCount: number;
  readonly size: number;
}

interface PairSchedule {
  readonly pairs: number;
  readonly bins: number;
  readonly levels: number;
  readonly variancePrior: VariancePrior;
}

const MIN_OUTCOMES = 300;

export function pairSchedule(outcomes: number): PairSchedule | null {
  if (outcomes < MIN_OUTCOMES) return null;
  if (outcomes < 2_000) return { pairs: 6, bins: 2, levels: 4, variancePrior: { center: 0.025, shape: 1 } };
  if (outcomes < 10_000) return { pairs: 12, bins: 4, levels: 8, variancePrior: { center: 0.005, shape: 1 } };
  return { pairs: 16, bins: 6, levels: 12, variancePrior: { center: 0.0025, shape: 1 } };
}

const MAX_FIELDS = 14;
const MIN_Z = 3;
const MIN_LEADS = 10;

/** `residuals` and `curvatures` are those of the additive model, `spreads` how widely each field's effects vary. */
export function findPairs(
  { fields, weights }: Design,
  residuals: Float64Array,
  curvatures: Float64Array,
  spreads: readonly number[],
  { pairs, bins, levels }: PairSchedule,
): PairPlan[] {
  const candidates = spreads
    .map((spread, field) => ({ spread, field }))
    .filter(({ spread }) => spread > 0)
    .sort((a, b) => b.spread - a.spread || a.field - b.field)
    .slice(0, MAX_FIELDS)
    .map(({ field }) => field)
    .sort((a, b) => a - b);
  const grouped = new Map(
    candidates.map((field) => [
      field,
      groupCodes(fields[field] as DesignField, weights.length, bins, levels),
    ]),
  );
  const found: { plan: PairPlan; z: number }[] = [];
  for (const [index, first] of candidates.entries())
    for (const second of candidates.slice(index + 1)) {
      const pair = weighPair(
        { fields, first, second },
        grouped.get(first) as Grouped,
        grouped.get(second) as Grouped,
        residuals,
        curvatures,
      );
      if (pair !== null && pair.z > MIN_Z) found.push(pair);
    }
  return found
    .sort((a, b) => b.z - a.z)
    .slice(0, pairs)
    .map(({ plan }) => plan);
}

interface Grouped {
  readonly groups: Int16Array;
  readonly count: number;
}

/** Merges neighboring bins into about equally large ones, and rare levels into one. */
function groupCodes({ codes, size, walk }: DesignField, rows: number, bins: number, levels: number): Grouped {
  const counts = new Uint32Array(size + 1);
  for (let row = 0; row < rows; row++) {
    const at = (codes[row] as number) + 1;
    counts[at] = (counts[at] as number) + 1;
  }
  const groups = new Int16Array(size + 1).fill(-1);
  let count = 0;
  if (walk > 0) {
    let binned = 0;
    for (let code = 0; code < walk; code++) binned += counts[code + 1] as number;
    let before = 0;
    for (let code = 0; code < walk; code++) {
      const middle = before + (counts[code + 1] as number) / 2;
      groups[code + 1] = Math.min(bins - 1, Math.floor((middle * bins) / Math.max(1, binned)));
      before += counts[code + 1] as number;
    }
    count = bins;
  }
  const rest: number[] = [];
  for (let at = 0; at <= size; at++) if ((at === 0 || at > walk) && (counts[at] as number) > 0) rest.push(at);
  rest.sort((a, b) => (counts[b] as number) - (counts[a] as number) || a - b);
  const own = rest.length <= levels ? rest.length : levels - 1;
  for (const [rank, at] of rest.entries()) groups[at] = count + Math.min(rank, own);
  return { groups, count: count + Math.min(rest.length, own + 1) };
}

function weighPair(
  { fields, first, second }: { fields: readonly DesignField[]; first: number; second: number },
  a: Grouped,
  b: Grouped,
  residuals: Float64Array,
  curvatures: Float64Array,
): { plan: PairPlan; z: number } | null {
  const cellCount = a.count * b.count;
  const residual = new Float64Array(cellCount);
  const curvature = new Float64Array(cellCount);
  const leads = new Uint32Array(cellCount);
  const firstCodes = (fields[first] as DesignField).codes;
  const secondCodes = (fields[second] as DesignField).codes;
  for (let row = 0; row < residuals.length; row++) {
    const groupA = a.groups[(firstCodes[row] as number) + 1] as number;
    const groupB = b.groups[(secondCodes[row] as number) + 1] as number;
    if (groupA < 0 || groupB < 0) continue;
    const cell = groupA * b.count + groupB;
    residual[cell] = (residual[cell] as number) + (residuals[row] as number);
    curvature[cell] = (curvature[cell] as number) + (curvatures[row] as number);
    leads[cell] = (leads[cell] as number) + 1;
  }
  const cells = new Int16Array(cellCount).fill(-1);
  let size = 0;
  let sum = 0;
  for (let cell = 0; cell < cellCount; cell++) {
    if ((leads[cell] as number) < MIN_LEADS) continue;
    cells[cell] = size++;
    sum += (residual[cell] as number) ** 2 / ((curvature[cell] as number) + 1);
  }
  // The additive model has already explained as many sums as there are groups on either side.
  const freedom = size - a.count - b.count + 1;
  if (freedom < 1) return null;
  const z = (sum - freedom) / Math.sqrt(2 * freedom + 1);
  return {
    z,
    plan: { first, second, firstGroups: a.groups, secondGroups: b.groups, cells, secondCount: b.count, size },
  };
}

export function pairCode(
  { firstGroups, secondGroups, cells, secondCount }: Omit<PairPlan, 'first' | 'second' | 'size'>,
  firstCode: number,
  secondCode: number,
): number {
  const a = firstGroups[firstCode + 1] ?? -1;
  const b = secondGroups[secondCode + 1] ?? -1;
  return a < 0 || b < 0 ? -1 : (cells[a * secondCount + b] ?? -1);
}
