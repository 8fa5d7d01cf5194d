// How good predictions are. Everything here takes predictions and outcomes of the same leads in the same order.

import { seedRandom } from './random.ts';

/** 1 for won, 0 for lost. */
export type Outcomes = ArrayLike<number>;
export type Predictions = ArrayLike<number>;

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The chance that a won lead is ranked above a lost one; ties count half. Null if all outcomes are the same. */
export function auc(predictions: Predictions, outcomes: Outcomes): number | null {
  const order = rankOrder(predictions);
  let rankSum = 0;
  let won = 0;
  for (let start = 0; start < order.length; ) {
    let end = start + 1;
    while (end < order.length && predictions[order[end] as number] === predictions[order[start] as number])
      end++;
    const rank = (start + 1 + end) / 2;
    for (let at = start; at < end; at++) {
      if (outcomes[order[at] as number] !== 1) continue;
      rankSum += rank;
      won++;
    }
    start = end;
  }
  const lost = order.length - won;
  return won === 0 || lost === 0 ? null : (rankSum - (won * (won + 1)) / 2) / (won * lost);
}

/** Lowest prediction first. */
function rankOrder(predictions: Predictions): Uint32Array {
  const order = Uint32Array.from({ length: predictions.length }, (_, index) => index);
  return order.sort((a, b) => (predictions[a] as number) - (predictions[b] as number));
}

const MIN_PROBABILITY = 1e-4;

/** Minus the logarithm of the probability given to what happened. */
export function logLossOf(probability: number, outcome: number): number {
  const clipped = Math.min(1 - MIN_PROBABILITY, Math.max(MIN_PROBABILITY, probability));
  return -Math.log(outcome === 1 ? clipped : 1 - clipped);
}

export function logLoss(probabilities: Predictions, outcomes: Outcomes): number {
  let sum = 0;
  for (let row = 0; row < probabilities.length; row++)
    sum += logLossOf(probabilities[row] as number, outcomes[row] as number);
  return probabilities.length === 0 ? 0 : sum / probabilities.length;
}

export interface Lift {
  /** The share of leads called, from 0 to 1. */
  readonly called: number;
  /** The share of all wins among them. */
  readonly found: number;
  /** How many times more wins than in as many leads picked at random. */
  readonly lift: number;
}

/** "Calling the top 20% finds 58% of the wins." Leads with the same prediction share their wins. */
export function lift(predictions: Predictions, outcomes: Outcomes, share: number): Lift | null {
  const order = rankOrder(predictions).reverse();
  const called = Math.min(order.length, Math.ceil(share * order.length));
  let won = 0;
  for (let row = 0; row < outcomes.length; row++) won += outcomes[row] as number;
  if (called === 0 || won === 0) return null;
  const last = predictions[order[called - 1] as number] as number;
  let found = 0;
  let tied = 0;
  let tiedWins = 0;
  let above = 0;
  for (const row of order) {
    const prediction = predictions[row] as number;
    if (prediction > last) {
      above++;
      found += outcomes[row] as number;
    } else if (prediction === last) {
      tied++;
      tiedWins += outcomes[row] as number;
    } else break;
  }
  found += (tiedWins * (called - above)) / tied;
  const rate = called / order.length;
  return { called: rate, found: found / won, lift: found / won / rate };
}

export interface ReliabilityBin extends Interval {
  readonly leads: number;
  readonly won: number;
  /** The mean predicted probability. */
  readonly predicted: number;
  /** The share that was won; `low` and `high` are the range it is in with 90% certainty. */
  readonly observed: number;
}

const DEFAULT_BINS = 10;

/** Bins with the same number of leads each, lowest predictions first. */
export function reliability(
  probabilities: Predictions,
  outcomes: Outcomes,
  bins: number = DEFAULT_BINS,
): ReliabilityBin[] {
  const order = rankOrder(probabilities);
  const curve: ReliabilityBin[] = [];
  for (let bin = 0; bin < bins; bin++) {
    const start = Math.floor((bin * order.length) / bins);
    const end = Math.floor(((bin + 1) * order.length) / bins);
    if (end === start) continue;
    let won = 0;
    let sum = 0;
    for (let at = start; at < end; at++) {
      won += outcomes[order[at] as number] as number;
      sum += probabilities[order[at] as number] as number;
    }
    const leads = end - start;
    curve.push({ leads, won, predicted: sum / leads, observed: won / leads, ...shareInterval(won, leads) });
  }
  return curve;
}

/** 90% on both sides together. */
const Z_90 = 1.645;

/** Wilson's interval, which stays between 0 and 1 and works for few leads. */
export function shareInterval(count: number, total: number): Interval {
  if (total === 0) return { low: 0, high: 1 };
  const share = count / total;
  const z2 = (Z_90 * Z_90) / total;
  const center = (share + z2 / 2) / (1 + z2);
  const half = (Z_90 * Math.sqrt((share * (1 - share)) / total + z2 / (4 * total))) / (1 + z2);
  return { low: Math.max(0, center - half), high: Math.min(1, center + half) };
}

/** Expected calibration error: how far predicted and observed shares are apart, on average over leads. */
export function calibrationError(
  probabilities: Predictions,
  outcomes: Outcomes,
  bins: number = DEFAULT_BINS,
): number {
  let error = 0;
  for (const { leads, predicted, observed } of reliability(probabilities, outcomes, bins))
    error += (leads / probabilities.length) * Math.abs(predicted - observed);
  return error;
}

export interface BootstrapOptions {
  readonly seed?: number;
  readonly rounds?: number;
  /** The share of resamples inside the interval. */
  readonly certainty?: number;
}

/** The interval of a figure over resamples of the rows. Resamples for which the figure is null are left out. */
export function bootstrapInterval(
  rows: number,
  figure: (sample: Uint32Array) => number | null,
  { seed = 1, rounds = 1_000, certainty = 0.9 }: BootstrapOptions = {},
): Interval | null {
  const random = seedRandom(seed);
  const sample = new Uint32Array(rows);
  const figures: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (let row = 0; row < rows; row++) sample[row] = Math.floor(random() * rows);
    const value = figure(sample);
    if (value !== null) figures.push(value);
  }
  if (figures.length === 0) return null;
  figures.sort((a, b) => a - b);
  const cut = (1 - certainty) / 2;
  const at = (share: number): number =>
    figures[Math.min(figures.length - 1, Math.max(0, Math.floor(share * figures.length)))] as number;
  return { low: at(cut), high: at(1 - cut) };
}
