// The heads: what the network saw in the tokens of a lead becomes the log-odds of each answer. Then both readers are weighed
// together, because the network knows what words mean and the engine's detectors know more languages. The detectors alone
// choose the clause to quote: on leads of writers that neither had learned from, they chose people's more often than both together.

import { normalizeOutputs, OUTPUTS } from '@leadline/engine';

/** Numbers per token. */
export const DIMENSIONS = 384;
/** The first token and the mean over all tokens. */
const INPUTS = 2 * DIMENSIONS;

export interface HeadWeights {
  /** One row of INPUTS weights per output, then the biases. */
  readonly lead: Float32Array;
  readonly leadBias: Float32Array;
  /** How much each reader's log-odds count, and what is added: three numbers per output. */
  readonly shares: Float32Array;
}

export const HEAD_SIZES: Readonly<Record<keyof HeadWeights, number>> = {
  lead: OUTPUTS * INPUTS,
  leadBias: OUTPUTS,
  shares: 3 * OUTPUTS,
};

export const makeWeights = (): HeadWeights =>
  Object.fromEntries(
    Object.entries(HEAD_SIZES).map(([name, size]) => [name, new Float32Array(size)]),
  ) as unknown as HeadWeights;

/** The log-odds of each answer to each question, in the order of the engine. */
export function readLead({ lead, leadBias }: HeadWeights, hidden: Float32Array): Float64Array {
  const mean = meanOf(hidden);
  const logits = Float64Array.from(leadBias);
  for (let output = 0; output < logits.length; output++) {
    const start = output * INPUTS;
    let sum = 0;
    let sumOfMean = 0;
    for (let at = 0; at < DIMENSIONS; at++) {
      sum += (hidden[at] as number) * (lead[start + at] as number);
      sumOfMean += (mean[at] as number) * (lead[start + DIMENSIONS + at] as number);
    }
    logits[output] = (logits[output] as number) + sum + sumOfMean;
  }
  return logits;
}

function meanOf(hidden: Float32Array): Float32Array {
  const mean = new Float32Array(DIMENSIONS);
  const share = DIMENSIONS / hidden.length;
  for (let start = 0; start < hidden.length; start += DIMENSIONS)
    for (let at = 0; at < DIMENSIONS; at++)
      mean[at] = (mean[at] as number) + (hidden[start + at] as number) * share;
  return mean;
}

const MIN_PROBABILITY = 1e-4;

/** The probability of each answer, from both readers. */
export function joinReaders(
  { shares }: HeadWeights,
  byDetectors: Float64Array,
  byNetwork: Float64Array,
): Float64Array {
  const joined = new Float64Array(OUTPUTS);
  for (let output = 0; output < OUTPUTS; output++) {
    joined[output] =
      (shares[3 * output] as number) * Math.log(Math.max(MIN_PROBABILITY, byDetectors[output] as number)) +
      (shares[3 * output + 1] as number) * (byNetwork[output] as number) +
      (shares[3 * output + 2] as number);
  }
  normalizeOutputs(joined);
  return joined;
}
