// The heads: one logistic regression per concept that predicts from a clause's features whether the concept is present,
// and whether it is strong.

import { CONCEPTS } from '@leadline/engine';
import { FEATURES } from './features.ts';

export const HEADS = CONCEPTS.length;

export interface HeadWeights {
  /** Features are normalized first by subtracting `centre` and multiplying by `scale`. */
  readonly centre: Float32Array;
  readonly scale: Float32Array;
  /** One row of FEATURES weights per concept. */
  readonly weights: Float32Array;
  /** Two per concept: present, then strong. */
  readonly bias: Float32Array;
}

export const makeWeights = (): HeadWeights => ({
  centre: new Float32Array(FEATURES),
  scale: new Float32Array(FEATURES).fill(1),
  weights: new Float32Array(FEATURES * HEADS),
  bias: new Float32Array(2 * HEADS).fill(-2),
});

/** The log-odds of each concept in the clause before adding the bias. */
export function computeLogits({ centre, scale, weights }: HeadWeights, features: Float32Array): Float64Array {
  const logits = new Float64Array(HEADS);
  const scaled = features.map((value, at) => (value - (centre[at] as number)) * (scale[at] as number));
  for (let head = 0; head < HEADS; head++) {
    let sum = 0;
    const start = head * FEATURES;
    for (let at = 0; at < FEATURES; at++) sum += (scaled[at] as number) * (weights[start + at] as number);
    logits[head] = sum;
  }
  return logits;
}

export const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));
