// Fits one sparse logistic regression per column with FTRL-Proximal (McMahan et al. 2013), which sets the weights of
// irrelevant features to exactly zero. Present and strong share weights and differ in their thresholds.
// Deterministic: the same examples in the same order give the same weights.

import type { Example } from './examples.ts';

export interface Options {
  readonly epochs: number;
  readonly rate: number;
  readonly sparsity: number;
  readonly ridge: number;
  /** The weight of each feature, given the number of features. */
  readonly share: (features: number) => number;
}

export interface Fitted {
  readonly bias: number;
  /** By feature number. */
  readonly weights: Float32Array;
}

/** Numbers the features that are kept; keys are in ascending order. */
export interface Vocabulary {
  readonly keys: Int32Array;
  readonly number: (examples: readonly Example[]) => Int32Array[];
}

/** Bits of a hash that identify a feature: with 17,600 of a million keys in use, one unknown word in 60 is mistaken for
 * another. */
export const KEY_BITS = 20;
export const keyOf = (hash: number): number => hash & (2 ** KEY_BITS - 1);

/** Leaves out rare features, which do not generalise. */
export function makeVocabulary(examples: readonly Example[], minFiles: number, minCount: number): Vocabulary {
  const counts = new Map<number, { count: number; files: number; last: string }>();
  for (const { features, file } of examples) {
    for (const hash of features) {
      const known = counts.get(keyOf(hash));
      if (known === undefined) counts.set(keyOf(hash), { count: 1, files: 1, last: file });
      else {
        known.count++;
        if (known.last !== file) {
          known.files++;
          known.last = file;
        }
      }
    }
  }
  return indexKeys(
    [...counts].filter(([, { count, files }]) => count >= minCount && files >= minFiles).map(([key]) => key),
  );
}

export function indexKeys(unsorted: readonly number[]): Vocabulary {
  const keys = Int32Array.from(unsorted.toSorted((a, b) => a - b));
  const numbers = new Map<number, number>();
  keys.forEach((key, number) => void numbers.set(key, number));
  return {
    keys,
    number: (examples) =>
      examples.map(({ features }) =>
        Int32Array.from(new Set([...features].flatMap((hash) => numbers.get(keyOf(hash)) ?? []))),
      ),
  };
}

/** The features that move the detectors most: by how heavy their weights are and how often they come. */
export function chooseFeatures(
  { keys }: Vocabulary,
  fitted: readonly Fitted[],
  features: readonly Int32Array[],
  maxCount: number,
): Vocabulary {
  const counts = new Float64Array(keys.length);
  for (const own of features) for (const feature of own) counts[feature] = (counts[feature] as number) + 1;
  const worth = Array.from(keys, (_, feature) => {
    const totalWeight = fitted.reduce((sum, { weights }) => sum + Math.abs(weights[feature] as number), 0);
    return { feature, worth: totalWeight * Math.sqrt(counts[feature] as number) };
  });
  const chosen = worth.toSorted((a, b) => b.worth - a.worth || a.feature - b.feature).slice(0, maxCount);
  return indexKeys(chosen.map(({ feature }) => keys[feature] as number));
}

export function fitColumn(
  examples: readonly Example[],
  features: readonly Int32Array[],
  column: number,
  size: number,
  { epochs, rate, sparsity, ridge, share }: Options,
): Fitted {
  const z = new Float64Array(size);
  const n = new Float64Array(size);
  const weights = new Float64Array(size);
  // The biases of "present" and "strong", learned without regularisation.
  const biases = [-3, -5];
  const biasSquares = [1, 1];
  const order = examples
    .map((_, index) => index)
    .filter((index) => (examples[index] as Example).answers[column] !== -1);
  const random = makeRandom();
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random);
    for (const index of order) {
      const { answers, weight } = examples[index] as Example;
      const answer = answers[column] as number;
      const own = features[index] as Int32Array;
      const featureShare = share(own.length);
      let sum = 0;
      for (let i = 0; i < own.length; i++) sum += weights[own[i] as number] as number;
      sum *= featureShare;
      const first = sigmoid(sum + (biases[0] as number)) - (answer >= 1 ? 1 : 0);
      const second = sigmoid(sum + (biases[1] as number)) - (answer >= 2 ? 1 : 0);
      [first, second].forEach((slope, k) => {
        biasSquares[k] = (biasSquares[k] as number) + slope * slope;
        biases[k] = (biases[k] as number) - (0.3 * slope * weight) / Math.sqrt(biasSquares[k] as number);
      });
      const slope = (first + second) * 0.5 * weight * featureShare;
      if (Math.abs(slope) < 1e-4) continue;
      for (let i = 0; i < own.length; i++) {
        const at = own[i] as number;
        const before = n[at] as number;
        const after = before + slope * slope;
        n[at] = after;
        const pull = (Math.sqrt(after) - Math.sqrt(before)) / rate;
        const pushed = (z[at] as number) + slope - pull * (weights[at] as number);
        z[at] = pushed;
        weights[at] =
          Math.abs(pushed) <= sparsity
            ? 0
            : -(pushed - Math.sign(pushed) * sparsity) / ((1 + Math.sqrt(after)) / rate + ridge);
      }
    }
  }
  return { bias: biases[0] as number, weights: Float32Array.from(weights) };
}

export function weigh(
  { bias, weights }: Fitted,
  features: Int32Array,
  share: (features: number) => number,
): number {
  let sum = 0;
  for (let i = 0; i < features.length; i++) sum += weights[features[i] as number] as number;
  return sum * share(features.length) + bias;
}

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

export function makeRandom(): () => number {
  let state = 20_261_116;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export function shuffle(order: number[], random: () => number): void {
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other] as number, order[at] as number];
  }
}
