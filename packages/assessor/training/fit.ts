// Fits the heads by stochastic gradient steps (Adagrad), all heads at once. Deterministic: the same examples in the
// same order give the same weights.

import { type Features, SIGNS } from '../src/features.ts';
import {
  computeLogits,
  DIMENSIONS,
  type HeadWeights,
  makeWeights,
  ngramShare,
  softmax,
} from '../src/heads.ts';
import { HEAD_NAMES, HEAD_STARTS, HEADS, type Head, OUTPUTS } from '../src/labels.ts';

export interface Example {
  readonly features: Features;
  readonly embedding: Float32Array;
  /** The right answer of each head; a head that is not named learns nothing from this one. */
  readonly answers: Readonly<Partial<Record<Head, number>>>;
  readonly weight: number;
}

/** Which features may be used: the report compares them. */
export interface Uses {
  readonly ngrams: boolean;
  readonly embedding: boolean;
  readonly signs: boolean;
}

export const ALL: Uses = { ngrams: true, embedding: true, signs: true };

const EPOCHS = 12;
/** The mean of the last rounds: single rounds sway with the order of the examples. */
const FIRST_AVERAGED = 6;
const RATE = 0.1;
const SHRINK = 1e-5;
const EMBEDDING_SAY = 3;

type Block = 'ngrams' | 'embedding' | 'signs' | 'bias';

export function fit(examples: readonly Example[], uses: Uses = ALL): HeadWeights {
  const weights = makeWeights();
  if (uses.embedding) setScales(weights, examples);
  const squares = makeWeights();
  for (const block of ['ngrams', 'embedding', 'signs', 'bias'] as const) squares[block].fill(1e-6);
  const mean = { ...makeWeights(), centre: weights.centre, scale: weights.scale };
  const gradient = new Float64Array(OUTPUTS);
  const step = (block: Block, row: number, value: number): void => {
    const kept = weights[block];
    const sums = squares[block];
    for (let output = 0; output < OUTPUTS; output++) {
      const slope = gradient[output] as number;
      if (slope === 0) continue;
      const at = row * OUTPUTS + output;
      const change = slope * value + SHRINK * (kept[at] as number);
      const sum = (sums[at] as number) + change * change;
      sums[at] = sum;
      kept[at] = (kept[at] as number) - (RATE * change) / Math.sqrt(sum);
    }
  };
  const order = examples.map((_, index) => index);
  const random = makeRandom();
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(order, random);
    for (const index of order) {
      const example = examples[index] as Example;
      fillGradient(gradient, weights, example, uses);
      const { features, embedding } = example;
      const share = ngramShare(features.ngrams);
      if (uses.ngrams) for (const place of features.ngrams) step('ngrams', place, share);
      for (let at = 0; uses.embedding && at < DIMENSIONS; at++) {
        step(
          'embedding',
          at,
          ((embedding[at] as number) - (weights.centre[at] as number)) * (weights.scale[at] as number),
        );
      }
      if (uses.signs) {
        for (let sign = 0; sign < SIGNS; sign++) {
          const value = features.signs[sign] as number;
          if (value !== 0) step('signs', sign, value);
        }
      }
      step('bias', 0, 1);
    }
    if (epoch >= FIRST_AVERAGED) addShare(mean, weights, 1 / (EPOCHS - FIRST_AVERAGED));
  }
  return mean;
}

/** Every number of an embedding is given the same say, and all of them together about that of the n-grams. */
function setScales({ centre, scale }: HeadWeights, examples: readonly Example[]): void {
  for (let at = 0; at < DIMENSIONS; at++) {
    let sum = 0;
    let squares = 0;
    for (const { embedding } of examples) {
      const value = embedding[at] as number;
      sum += value;
      squares += value * value;
    }
    const mean = sum / examples.length;
    centre[at] = mean;
    scale[at] = EMBEDDING_SAY / Math.sqrt(DIMENSIONS * (squares / examples.length - mean * mean));
  }
}

function fillGradient(gradient: Float64Array, weights: HeadWeights, example: Example, uses: Uses): void {
  const logits = computeLogits(weights, hide(example.features, uses), example.embedding);
  gradient.fill(0);
  for (const head of HEAD_NAMES) {
    const right = example.answers[head];
    if (right === undefined) continue;
    const start = HEAD_STARTS[head];
    softmax(logits.subarray(start, start + HEADS[head]), 1).forEach((share, answer) => {
      gradient[start + answer] = (share - (answer === right ? 1 : 0)) * example.weight;
    });
  }
}

const NO_SIGNS = new Float32Array(SIGNS);
const NO_NGRAMS = new Int32Array(0);

/** What a head that may not use everything sees. */
export const hide = (features: Features, uses: Uses): Features =>
  uses.ngrams && uses.signs
    ? features
    : {
        ...features,
        ngrams: uses.ngrams ? features.ngrams : NO_NGRAMS,
        signs: uses.signs ? features.signs : NO_SIGNS,
      };

function addShare(mean: HeadWeights, weights: HeadWeights, share: number): void {
  for (const block of ['ngrams', 'embedding', 'signs', 'bias'] as const) {
    const from = weights[block];
    const to = mean[block];
    for (let at = 0; at < to.length; at++) to[at] = (to[at] as number) + (from[at] as number) * share;
  }
}

function makeRandom(): () => number {
  let state = 20_261_115;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function shuffle(order: number[], random: () => number): void {
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other] as number, order[at] as number];
  }
}
