// Fits all heads together by stochastic gradient descent (Adagrad). Present and strong share their weights and differ only
// in their biases. Deterministic: the same examples in the same order give the same weights.

import { makeRandom, shuffle } from '../../engine/training/fit-detectors.ts';
import { DIMENSIONS, FEATURES } from '../src/features.ts';
import { computeLogits, HEADS, type HeadWeights, makeWeights, sigmoid } from '../src/heads.ts';
import type { LeadExample } from './examples.ts';

const EPOCHS = 10;
/** The result is the mean of the epochs from here on: a single epoch depends too much on the order of examples. */
const FIRST_AVERAGED = 5;
const RATE = 0.05;
const SHRINK = 2e-4;

export function fitHeads(leads: readonly LeadExample[]): HeadWeights {
  const weights = makeWeights();
  const clauses = leads.flatMap(({ features, answers, weight }) =>
    features.map((clause, at) => ({ features: clause, answers: answers[at] as Int8Array, weight })),
  );
  setScales(weights, clauses);
  const squares = new Float32Array(FEATURES * HEADS).fill(1e-4);
  const biasSquares = new Float32Array(2 * HEADS).fill(1e-2);
  const mean = makeWeights();
  mean.centre.set(weights.centre);
  mean.scale.set(weights.scale);
  mean.weights.fill(0);
  mean.bias.fill(0);
  const order = clauses.map((_, index) => index);
  const random = makeRandom();
  const scaled = new Float32Array(FEATURES);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(order, random);
    for (const index of order) {
      const { features, answers, weight } = clauses[index] as (typeof clauses)[number];
      for (let at = 0; at < FEATURES; at++)
        scaled[at] =
          ((features[at] as number) - (weights.centre[at] as number)) * (weights.scale[at] as number);
      const logits = computeLogits(weights, features);
      for (let head = 0; head < HEADS; head++) {
        const answer = answers[head] as number;
        let slope = 0;
        for (let level = 0; level < 2; level++) {
          const at = 2 * head + level;
          const error =
            (sigmoid((logits[head] as number) + (weights.bias[at] as number)) - (answer > level ? 1 : 0)) *
            weight;
          biasSquares[at] = (biasSquares[at] as number) + error * error;
          weights.bias[at] =
            (weights.bias[at] as number) - (0.2 * error) / Math.sqrt(biasSquares[at] as number);
          slope += error / 2;
        }
        // Skipped to save time: a head that is already right learns nothing here, and most are.
        if (Math.abs(slope) < 2e-3) continue;
        const start = head * FEATURES;
        for (let at = 0; at < FEATURES; at++) {
          const place = start + at;
          const change = slope * (scaled[at] as number) + SHRINK * (weights.weights[place] as number);
          const sum = (squares[place] as number) + change * change;
          squares[place] = sum;
          weights.weights[place] = (weights.weights[place] as number) - (RATE * change) / Math.sqrt(sum);
        }
      }
    }
    if (epoch >= FIRST_AVERAGED) {
      const share = 1 / (EPOCHS - FIRST_AVERAGED);
      weights.weights.forEach((value, at) => {
        mean.weights[at] = (mean.weights[at] as number) + value * share;
      });
      weights.bias.forEach((value, at) => {
        mean.bias[at] = (mean.bias[at] as number) + value * share;
      });
    }
  }
  return mean;
}

/** Normalizes each feature's spread. Embedding features get less weight each, because there are so many of them. */
function setScales({ centre, scale }: HeadWeights, clauses: readonly { features: Float32Array }[]): void {
  for (let at = 0; at < FEATURES; at++) {
    let sum = 0;
    let squares = 0;
    for (const { features } of clauses) {
      const value = features[at] as number;
      sum += value;
      squares += value * value;
    }
    const mean = sum / clauses.length;
    const spread = Math.sqrt(Math.max(1e-6, squares / clauses.length - mean * mean));
    centre[at] = mean;
    scale[at] = (at < DIMENSIONS ? 0.25 : 0.7) / spread;
  }
}
