// The heads: from features to odds, by one weight for each feature and answer. Small enough to keep in the
// repository, and each answer can be traced to what spoke for it.

import { type Features, SIGNS } from './features.ts';
import { HEAD_NAMES, HEAD_STARTS, HEADS, type Head, OUTPUTS } from './labels.ts';
import { NGRAM_PLACES } from './ngrams.ts';

/** How many numbers an embedding has. */
export const DIMENSIONS = 384;

/** Rows of OUTPUTS weights. */
export interface HeadWeights {
  readonly ngrams: Float32Array | Int8Array;
  /** What one step of an n-gram's weight is worth, by output. */
  readonly ngramScale: Float32Array;
  /** What is taken from each number of an embedding, and what the rest is multiplied by, before it is weighed. */
  readonly centre: Float32Array;
  readonly scale: Float32Array;
  readonly embedding: Float32Array;
  readonly signs: Float32Array;
  readonly bias: Float32Array;
}

/** How likely each answer of each head is. */
export type Odds = Readonly<Record<Head, Float64Array>>;

export const makeWeights = (): HeadWeights => ({
  ngrams: new Float32Array(NGRAM_PLACES * OUTPUTS),
  ngramScale: new Float32Array(OUTPUTS).fill(1),
  centre: new Float32Array(DIMENSIONS),
  scale: new Float32Array(DIMENSIONS).fill(1),
  embedding: new Float32Array(DIMENSIONS * OUTPUTS),
  signs: new Float32Array(SIGNS * OUTPUTS),
  bias: new Float32Array(OUTPUTS),
});

/** So that long messages do not shout. */
export const ngramShare = (ngrams: Int32Array): number => 1 / Math.sqrt(Math.max(1, ngrams.length));

export function computeLogits(
  weights: HeadWeights,
  features: Features,
  embedding: Float32Array,
): Float64Array {
  const logits = new Float64Array(OUTPUTS);
  addRows(logits, weights.ngrams, features.ngrams);
  const share = ngramShare(features.ngrams);
  for (let output = 0; output < OUTPUTS; output++) {
    logits[output] = (logits[output] as number) * share * (weights.ngramScale[output] as number);
  }
  for (let at = 0; at < DIMENSIONS; at++) {
    const value =
      ((embedding[at] as number) - (weights.centre[at] as number)) * (weights.scale[at] as number);
    addRow(logits, weights.embedding, at, value);
  }
  for (let sign = 0; sign < SIGNS; sign++) {
    const value = features.signs[sign] as number;
    if (value !== 0) addRow(logits, weights.signs, sign, value);
  }
  addRow(logits, weights.bias, 0, 1);
  return logits;
}

/** Most of the work: hundreds of rows for a message. */
function addRows(logits: Float64Array, rows: Float32Array | Int8Array, places: Int32Array): void {
  for (let at = 0; at < places.length; at++) {
    const start = (places[at] as number) * OUTPUTS;
    for (let output = 0; output < OUTPUTS; output++) {
      logits[output] = (logits[output] as number) + (rows[start + output] as number);
    }
  }
}

function addRow(logits: Float64Array, rows: Float32Array, row: number, value: number): void {
  const start = row * OUTPUTS;
  for (let output = 0; output < OUTPUTS; output++) {
    logits[output] = (logits[output] as number) + (rows[start + output] as number) * value;
  }
}

/** `temperatures`, found in training, make the odds say how often they are right. */
export function readOdds(logits: Float64Array, temperatures: Readonly<Record<Head, number>>): Odds {
  const odds = HEAD_NAMES.map((head) => {
    const start = HEAD_STARTS[head];
    return [head, softmax(logits.subarray(start, start + HEADS[head]), temperatures[head])];
  });
  return Object.fromEntries(odds) as Odds;
}

export function softmax(logits: Float64Array, temperature: number): Float64Array {
  const highest = Math.max(...logits);
  const shares = logits.map((logit) => Math.exp((logit - highest) / temperature));
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => share / sum);
}
