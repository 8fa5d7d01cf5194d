// Fits one sparse logistic regression per ask and question with FTRL-Proximal (McMahan et al. 2013), which sets the
// weights of irrelevant features to exactly zero. The two levels of an answer share weights and differ in their biases.
// Deterministic: the same examples in the same order give the same weights.

import { normalize } from '../src/reading/decide.ts';
import { SIGNALS } from '../src/reading/detectors.ts';
import { ASKS } from '../src/reading/questions.ts';
import type { Labelled } from './examples.ts';
import { makeRandom, shuffle } from './random.ts';

export interface Row extends Labelled {
  readonly weight: number;
  /** What each feature counts for. */
  readonly share: number;
}

export interface Fitted {
  readonly bias: Float64Array;
  /** By feature number, then by signal. */
  readonly weights: Float32Array;
}

const EPOCHS = 6;
const RATE = 0.3;
const SPARSITY = 1.5;
const RIDGE = 0.5;
const BIAS_RATE = 0.3;
/** Smaller errors change nothing. */
const MIN_SLOPE = 1e-3;

export interface FitOptions {
  /** The features of the rows are numbers below this. */
  readonly size: number;
  /** Whether the asks exclude each other, as in a whole lead; a clause may show several. */
  readonly hasOneAsk: boolean;
  readonly epochs?: number | undefined;
}

export function fitDetectors(rows: readonly Row[], { size, hasOneAsk, epochs = EPOCHS }: FitOptions): Fitted {
  const z = new Float32Array(size * SIGNALS);
  const n = new Float32Array(size * SIGNALS);
  const weights = new Float32Array(size * SIGNALS);
  const [first, second] = [makeBias(-3), makeBias(-4)];
  const shares = new Float64Array(ASKS.length);
  const order = rows.map((_, index) => index);
  const random = makeRandom();
  const slopes = new Float64Array(SIGNALS);
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random);
    for (const index of order) {
      const { features, labels, weight, share } = rows[index] as Row;
      const sums = addUp(weights, features);
      const active: number[] = [];
      if (hasOneAsk) {
        for (let ask = 0; ask < ASKS.length; ask++)
          shares[ask] = (sums[ask] as number) * share + (first.values[ask] as number);
        normalize(shares, 0, ASKS.length);
      }
      for (let signal = 0; signal < SIGNALS; signal++) {
        const label = labels[signal] as number;
        if (label < 0) continue;
        const odds = (sums[signal] as number) * share;
        const chance =
          hasOneAsk && signal < ASKS.length
            ? (shares[signal] as number)
            : sigmoid(odds + (first.values[signal] as number));
        let slope = first.learn(signal, chance - (label >= 1 ? 1 : 0), weight);
        if (signal >= ASKS.length) {
          const strong = sigmoid(odds + (second.values[signal] as number));
          slope = (slope + second.learn(signal, strong - (label >= 2 ? 1 : 0), weight)) / 2;
        }
        slope *= weight * share;
        if (Math.abs(slope) < MIN_SLOPE) continue;
        slopes[signal] = slope;
        active.push(signal);
      }
      for (const feature of features) {
        for (const signal of active) {
          const at = feature * SIGNALS + signal;
          const slope = slopes[signal] as number;
          const before = n[at] as number;
          const after = before + slope * slope;
          n[at] = after;
          const pull = (Math.sqrt(after) - Math.sqrt(before)) / RATE;
          const pushed = (z[at] as number) + slope - pull * (weights[at] as number);
          z[at] = pushed;
          weights[at] =
            Math.abs(pushed) <= SPARSITY
              ? 0
              : -(pushed - Math.sign(pushed) * SPARSITY) / ((1 + Math.sqrt(after)) / RATE + RIDGE);
        }
      }
    }
  }
  return { bias: first.values, weights };
}

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

/** Biases are learned without regularisation. */
function makeBias(start: number): {
  readonly values: Float64Array;
  /** Returns the error it was given. */
  readonly learn: (signal: number, error: number, weight: number) => number;
} {
  const values = new Float64Array(SIGNALS).fill(start);
  const squares = new Float64Array(SIGNALS).fill(1);
  return {
    values,
    learn: (signal, slope, weight) => {
      squares[signal] = (squares[signal] as number) + slope * slope;
      values[signal] =
        (values[signal] as number) - (BIAS_RATE * slope * weight) / Math.sqrt(squares[signal] as number);
      return slope;
    },
  };
}

function addUp(weights: Float32Array, features: Int32Array): Float64Array {
  const sums = new Float64Array(SIGNALS);
  for (const feature of features) {
    const start = feature * SIGNALS;
    for (let signal = 0; signal < SIGNALS; signal++)
      sums[signal] = (sums[signal] as number) + (weights[start + signal] as number);
  }
  return sums;
}

/** The log-odds of all signals. */
export const weigh = ({ bias, weights }: Fitted, features: Int32Array, share: number): Float64Array =>
  addUp(weights, features).map((sum, signal) => sum * share + (bias[signal] as number));

// --- features ----------------------------------------------------------------------------------------

/** Bits of a hash that identify a feature: with 17,600 of a million keys in use, one unknown word in 60 is mistaken for
 * another. */
export const KEY_BITS = 20;
const keyOf = (hash: number): number => hash & (2 ** KEY_BITS - 1);

/** Numbers the features that are kept; keys are in ascending order. */
export interface Vocabulary {
  readonly keys: Int32Array;
  readonly number: (features: Int32Array) => Int32Array;
}

/** Leaves out rare features, which do not generalise. */
export function makeVocabulary(
  leads: readonly { readonly file: string; readonly whole: Labelled }[],
  minCount: number,
): Vocabulary {
  const counts = new Map<number, { count: number; files: number; last: string }>();
  for (const { whole, file } of leads) {
    for (const hash of whole.features) {
      const known = counts.get(keyOf(hash));
      if (known === undefined) counts.set(keyOf(hash), { count: 1, files: 1, last: file });
      else {
        known.count++;
        if (known.last !== file) known.files++;
        known.last = file;
      }
    }
  }
  return indexKeys(
    [...counts].filter(([, { count, files }]) => count >= minCount && files >= 2).map(([key]) => key),
  );
}

function indexKeys(unsorted: readonly number[]): Vocabulary {
  const keys = Int32Array.from(unsorted.toSorted((a, b) => a - b));
  const numbers = new Map([...keys].map((key, number) => [key, number]));
  return {
    keys,
    number: (features) =>
      Int32Array.from(new Set([...features].flatMap((hash) => numbers.get(keyOf(hash)) ?? []))),
  };
}

/** The features that move the detectors most: by how heavy their weights are and how often they come. */
export function chooseFeatures(
  { keys, number }: Vocabulary,
  fitted: readonly Fitted[],
  leads: readonly { readonly whole: Labelled }[],
  maxCount: number,
): Vocabulary {
  const counts = new Float64Array(keys.length);
  for (const { whole } of leads)
    for (const feature of number(whole.features)) counts[feature] = (counts[feature] as number) + 1;
  const worth = Array.from(keys, (_, feature) => {
    let total = 0;
    for (const { weights } of fitted)
      for (let signal = 0; signal < SIGNALS; signal++)
        total += Math.abs(weights[feature * SIGNALS + signal] as number);
    return { feature, worth: total * Math.sqrt(counts[feature] as number) };
  });
  const chosen = worth.toSorted((a, b) => b.worth - a.worth || a.feature - b.feature).slice(0, maxCount);
  return indexKeys(chosen.map(({ feature }) => keys[feature] as number));
}
