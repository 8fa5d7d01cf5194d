// Fits which clause shows an answer (src/reading/choose-evidence.ts): for each question, a choice among the clauses of a lead.
// Full-batch Adam, so it is deterministic.

import { EVIDENCE_INPUTS } from '../src/reading/choose-evidence.ts';

export interface Shown {
  /** The inputs of each clause. */
  readonly clauses: readonly Float64Array[];
  /** The clause that shows the answer; -1 if none does. */
  readonly shown: number;
  readonly weight: number;
}

const STEPS = 150;
const RATE = 0.1;
const SHRINK = 1e-4;
/** The bias of showing nothing. */
const NONE = EVIDENCE_INPUTS;

/** One weight per input, and if nothing may be shown, that of showing nothing. */
export function fitEvidence(rows: readonly Shown[], mayShowNothing: boolean): number[] {
  const kept = mayShowNothing ? rows : rows.filter(({ shown, clauses }) => shown >= 0 && clauses.length > 1);
  const weights = new Float64Array(EVIDENCE_INPUTS + 1);
  const [mean, square] = [new Float64Array(weights.length), new Float64Array(weights.length)];
  const slopes = new Float64Array(weights.length);
  const total = kept.reduce((sum, { weight }) => sum + weight, 0);
  for (let step = 1; step <= STEPS; step++) {
    slopes.fill(0);
    for (const row of kept) addSlopes(slopes, row, weights, mayShowNothing);
    for (let at = 0; at < weights.length; at++) {
      const slope = (slopes[at] as number) / total + SHRINK * (weights[at] as number);
      mean[at] = 0.9 * (mean[at] as number) + 0.1 * slope;
      square[at] = 0.999 * (square[at] as number) + 0.001 * slope * slope;
      const unbiased = (mean[at] as number) / (1 - 0.9 ** step);
      const size = Math.sqrt((square[at] as number) / (1 - 0.999 ** step)) + 1e-9;
      weights[at] = (weights[at] as number) - (RATE * unbiased) / size;
    }
  }
  if (!weights.every(Number.isFinite))
    throw new Error('a weight of the evidence is not finite: the fit has diverged');
  return Array.from(
    weights.subarray(0, mayShowNothing ? undefined : NONE),
    (weight) => Math.round(weight * 100) / 100,
  );
}

function addSlopes(
  slopes: Float64Array,
  { clauses, shown, weight }: Shown,
  weights: Float64Array,
  mayShowNothing: boolean,
): void {
  const sums = clauses.map((inputs) => {
    let sum = 0;
    for (let input = 0; input < EVIDENCE_INPUTS; input++)
      sum += (weights[input] as number) * (inputs[input] as number);
    return sum;
  });
  if (mayShowNothing) sums.push(weights[NONE] as number);
  const highest = Math.max(...sums);
  const shares = sums.map((sum) => Math.exp(sum - highest));
  const all = shares.reduce((sum, share) => sum + share, 0);
  shares.forEach((share, place) => {
    const isNone = place === clauses.length;
    const excess = (share / all - (place === shown || (isNone && shown === -1) ? 1 : 0)) * weight;
    if (isNone) slopes[NONE] = (slopes[NONE] as number) + excess;
    else
      for (let input = 0; input < EVIDENCE_INPUTS; input++)
        slopes[input] =
          (slopes[input] as number) + excess * ((clauses[place] as Float64Array)[input] as number);
  });
}
