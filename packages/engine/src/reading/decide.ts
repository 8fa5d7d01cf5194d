// Decides on the answers of a lead from what the detectors see in its clauses and in the lead as a whole: a small second
// layer, which knows for instance that "call me today" means little in a pitch. Trained by training/train.ts.

import decisions from './decisions.json' with { type: 'json' };
import { SIGNALS } from './detectors.ts';
import { ASKS, QUESTIONS } from './questions.ts';

/** The whole lead, the best clause, the first and the last one, how many clauses there are, and a bias. */
export const INPUTS = 4 * SIGNALS + 4;
/** One output per ask, then three per question. */
export const OUTPUTS = ASKS.length + 3 * QUESTIONS.length;

/** Certainty beyond this adds nothing. Inputs are scaled so that 0 means certainly absent, which is the common case and
 * costs nothing. */
const MAX_ODDS = 6;
export const scaleOdds = (odds: number): number =>
  odds <= -MAX_ODDS ? 0 : (Math.min(MAX_ODDS, odds) + MAX_ODDS) / MAX_ODDS;

const MANY_CLAUSES = 8;

/** `clauses` are the log-odds of the first `count` clauses. */
export function fillInputs(
  inputs: Float64Array,
  lead: Float64Array,
  clauses: readonly Float64Array[],
  count: number,
  hasMessage: boolean,
): void {
  const first = clauses[0] as Float64Array;
  const last = clauses[count - 1] as Float64Array;
  for (let signal = 0; signal < SIGNALS; signal++) {
    let best = -MAX_ODDS;
    for (let clause = 0; clause < count; clause++) {
      const odds = (clauses[clause] as Float64Array)[signal] as number;
      if (odds > best) best = odds;
    }
    inputs[signal] = scaleOdds(lead[signal] as number);
    inputs[SIGNALS + signal] = scaleOdds(best);
    inputs[2 * SIGNALS + signal] = scaleOdds(first[signal] as number);
    inputs[3 * SIGNALS + signal] = scaleOdds(last[signal] as number);
  }
  inputs[4 * SIGNALS] = count === 1 ? 1 : 0;
  inputs[4 * SIGNALS + 1] = Math.min(count, MANY_CLAUSES) / MANY_CLAUSES;
  inputs[4 * SIGNALS + 2] = hasMessage ? 1 : 0;
  inputs[4 * SIGNALS + 3] = 1;
}

/** Units between inputs and outputs, for what only several signals show together. */
export const UNITS = 48;

/** What each input adds to the units and directly to the outputs, and what each unit adds to the outputs. */
export interface DecisionWeights {
  readonly units: Float64Array;
  readonly direct: Float64Array;
  readonly outputs: Float64Array;
}

export const DECISION_SIZES: Readonly<Record<keyof DecisionWeights, number>> = {
  units: INPUTS * UNITS,
  direct: INPUTS * OUTPUTS,
  outputs: UNITS * OUTPUTS,
};

/** One character per weight: its distance from `P` in steps. */
export const DECISION_STEPS: Readonly<Record<keyof DecisionWeights, number>> = {
  units: 0.02,
  direct: 0.03,
  outputs: 0.02,
};
export const ZERO_WEIGHT = 0x50;

const unpack = (weights: string, step: number): Float64Array =>
  Float64Array.from({ length: weights.length }, (_, at) => (weights.charCodeAt(at) - ZERO_WEIGHT) * step);

const WEIGHTS: DecisionWeights = {
  units: unpack(decisions.units, DECISION_STEPS.units),
  direct: unpack(decisions.direct, DECISION_STEPS.direct),
  outputs: unpack(decisions.outputs, DECISION_STEPS.outputs),
};

/** Writes the probability of each ask, then of each question's answers 0, 1 and 2. Training gives its own weights, and wants to
 * know the units. */
export function decide(
  probabilities: Float64Array,
  inputs: Float64Array,
  { units: toUnits, direct, outputs }: DecisionWeights = WEIGHTS,
  units: Float64Array = ownUnits,
): void {
  probabilities.fill(0);
  units.fill(0);
  addRows(units, toUnits, inputs);
  addRows(probabilities, direct, inputs);
  for (let unit = 0; unit < UNITS; unit++) units[unit] = Math.max(0, units[unit] as number);
  addRows(probabilities, outputs, units);
  normalizeOutputs(probabilities);
}

const ownUnits = new Float64Array(UNITS);
const places = new Int32Array(INPUTS);

/** Adds a row of weights for each value. Most values are 0; the others are added four at a time, which takes two thirds of the time. */
function addRows(sums: Float64Array, weights: Float64Array, values: Float64Array): void {
  const width = sums.length;
  let count = 0;
  for (let at = 0; at < values.length; at++) if (values[at] !== 0) places[count++] = at;
  let next = 0;
  for (; next + 4 <= count; next += 4) {
    const [p, q, r, s] = [places[next], places[next + 1], places[next + 2], places[next + 3]] as Four;
    const [a, b, c, d] = [values[p], values[q], values[r], values[s]] as Four;
    const [w, x, y, z] = [p * width, q * width, r * width, s * width];
    for (let at = 0; at < width; at++)
      sums[at] =
        (sums[at] as number) +
        (weights[w + at] as number) * a +
        (weights[x + at] as number) * b +
        (weights[y + at] as number) * c +
        (weights[z + at] as number) * d;
  }
  for (; next < count; next++) {
    const start = (places[next] as number) * width;
    const value = values[places[next] as number] as number;
    for (let at = 0; at < width; at++)
      sums[at] = (sums[at] as number) + (weights[start + at] as number) * value;
  }
}

type Four = [number, number, number, number];

/** Makes log-odds into probabilities that add up to 1 for the ask and for each question. */
export function normalizeOutputs(values: Float64Array): void {
  normalize(values, 0, ASKS.length);
  for (let start = ASKS.length; start < OUTPUTS; start += 3) normalize(values, start, start + 3);
}

/** Makes log-odds into probabilities that add up to 1. */
export function normalize(values: Float64Array, from: number, to: number): void {
  let highest = Number.NEGATIVE_INFINITY;
  for (let at = from; at < to; at++) highest = Math.max(highest, values[at] as number);
  let sum = 0;
  for (let at = from; at < to; at++) {
    const value = Math.exp((values[at] as number) - highest);
    values[at] = value;
    sum += value;
  }
  for (let at = from; at < to; at++) values[at] = (values[at] as number) / sum;
}
