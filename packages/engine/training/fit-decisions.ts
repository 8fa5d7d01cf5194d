// Fits the second layer (src/reading/decide.ts) on the output of detectors that were not trained on the writer of a lead. Adam
// with small batches in a fixed order, so it is deterministic.

import {
  DECISION_SIZES,
  DECISION_STEPS,
  type DecisionWeights,
  decide,
  INPUTS,
  OUTPUTS,
  UNITS,
  ZERO_WEIGHT,
} from '../src/reading/decide.ts';
import { ASKS, isSale } from '../src/reading/questions.ts';
import { makeRandom, shuffle } from './random.ts';

export interface Decided {
  readonly inputs: Float64Array;
  /** The number of the ask. */
  readonly ask: number;
  readonly values: readonly number[];
  readonly weight: number;
}

const EPOCHS = 8;
const BATCH = 64;
const RATE = 0.003;
const SHRINK = 0.01;
const MAX_STEPS = 43;
const NAMES = ['units', 'direct', 'outputs'] as const;

export type PackedDecisions = Readonly<Record<keyof DecisionWeights, string>>;

export function fitDecisions(rows: readonly Decided[], epochs = EPOCHS): PackedDecisions {
  const random = makeRandom();
  const weights = initialWeights(random);
  const slopes = emptyWeights();
  const [mean, square] = [emptyWeights(), emptyWeights()];
  const order = rows.map((_, index) => index);
  const steps = Math.ceil(rows.length / BATCH) * epochs;
  for (let step = 1; step <= steps; step++) {
    const start = ((step - 1) * BATCH) % (Math.ceil(rows.length / BATCH) * BATCH);
    if (start === 0) shuffle(order, random);
    for (const name of NAMES) slopes[name].fill(0);
    let total = 0;
    for (const index of order.slice(start, start + BATCH)) {
      const row = rows[index] as Decided;
      addSlopes(slopes, row, weights);
      total += row.weight;
    }
    const left = Math.max(0.02, 1 - step / steps);
    const pace = (RATE * left * Math.sqrt(1 - 0.999 ** step)) / (1 - 0.9 ** step);
    for (const name of NAMES) {
      const [own, slope, first, second] = [weights[name], slopes[name], mean[name], square[name]];
      for (let at = 0; at < own.length; at++) {
        const current = (slope[at] as number) / total;
        first[at] = 0.9 * (first[at] as number) + 0.1 * current;
        second[at] = 0.999 * (second[at] as number) + 0.001 * current * current;
        const pull = (first[at] as number) / (Math.sqrt(second[at] as number) + 1e-8);
        own[at] = (own[at] as number) - pace * (pull + SHRINK * (own[at] as number));
      }
    }
  }
  return packDecisions(weights);
}

const units = new Float64Array(UNITS);
const errors = new Float64Array(OUTPUTS);

function addSlopes(
  slopes: DecisionWeights,
  { inputs, ask, values, weight }: Decided,
  weights: DecisionWeights,
): void {
  decide(errors, inputs, weights, units);
  const asks = ASKS.length;
  errors[ask] = (errors[ask] as number) - 1;
  if (isSale(ASKS[ask] as (typeof ASKS)[number]))
    values.forEach((value, question) => {
      const at = asks + 3 * question + value;
      errors[at] = (errors[at] as number) - 1;
    });
  else errors.fill(0, asks);
  for (let output = 0; output < OUTPUTS; output++) errors[output] = (errors[output] as number) * weight;
  const unitErrors = units.map((value, unit) => {
    if (value === 0) return 0;
    let sum = 0;
    const start = unit * OUTPUTS;
    for (let output = 0; output < OUTPUTS; output++) {
      const error = errors[output] as number;
      sum += (weights.outputs[start + output] as number) * error;
      slopes.outputs[start + output] = (slopes.outputs[start + output] as number) + value * error;
    }
    return sum;
  });
  for (let input = 0; input < INPUTS; input++) {
    const value = inputs[input] as number;
    if (value === 0) continue;
    addScaled(slopes.units, input * UNITS, unitErrors, value);
    addScaled(slopes.direct, input * OUTPUTS, errors, value);
  }
}

function addScaled(slopes: Float64Array, start: number, from: Float64Array, value: number): void {
  for (let at = 0; at < from.length; at++)
    slopes[start + at] = (slopes[start + at] as number) + (from[at] as number) * value;
}

const emptyWeights = (): DecisionWeights => ({
  units: new Float64Array(DECISION_SIZES.units),
  direct: new Float64Array(DECISION_SIZES.direct),
  outputs: new Float64Array(DECISION_SIZES.outputs),
});

function initialWeights(random: () => number): DecisionWeights {
  const spread = (size: number, width: number): Float64Array =>
    Float64Array.from({ length: size }, () => (random() + random() + random() + random() - 2) * width);
  return {
    units: spread(DECISION_SIZES.units, 1.7 / Math.sqrt(INPUTS)),
    direct: new Float64Array(DECISION_SIZES.direct),
    outputs: spread(DECISION_SIZES.outputs, 0.085),
  };
}

function packDecisions(weights: DecisionWeights): PackedDecisions {
  const pack = (name: keyof DecisionWeights): string => {
    if (!weights[name].every(Number.isFinite))
      throw new Error('a weight of the second layer is not finite: the fit has diverged');
    return Array.from(weights[name], (weight) => {
      const steps = Math.round(weight / DECISION_STEPS[name]);
      return String.fromCharCode(ZERO_WEIGHT + Math.max(-MAX_STEPS, Math.min(MAX_STEPS, steps)));
    }).join('');
  };
  return { units: pack('units'), direct: pack('direct'), outputs: pack('outputs') };
}
